import { GameTile } from '@/components/games/GameTile';
import { LiveTile } from '@/components/games/LiveTile';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import type { Game } from '@/contracts/types';
import { idOf, isTable, type AnyGame } from '@/components/games/model/game';

export interface MixedRowProps {
  title: string;
  games: readonly AnyGame[];
  allTo?: string;
}

/**
 * A row of the player's games: slots first, live tables in a separate row below. Renders nothing if empty.
 */
export function MixedRow({ title, games, allTo }: MixedRowProps) {
  const slots = games.filter((game): game is Game => !isTable(game));
  const tables = games.filter(isTable);
  if (games.length === 0) return null;
  return (
    <Section title={title} allTo={allTo}>
      {slots.length > 0 && (
        <Rail label={title}>
          {slots.map((game) => (
            <GameTile key={idOf(game)} game={game} />
          ))}
        </Rail>
      )}
      {tables.length > 0 && (
        <Rail label={title} items="table">
          {tables.map((table) => (
            <LiveTile key={idOf(table)} table={table} />
          ))}
        </Rail>
      )}
    </Section>
  );
}
