import { GameTile } from '@/components/games';
import { Rail, Section } from '@/components/ui';
import type { Game } from '@/contracts/types';

export interface GameRowProps {
  title: string;
  games: readonly Game[];
  allTo?: string;
  /** The first row: its pictures are fetched at once. */
  eager?: boolean;
}

/** How many tiles the first screen shows. */
const seen = 4;

/** A titled row of slots; nothing when there is none. */
export function GameRow({ title, games, allTo, eager }: GameRowProps) {
  if (games.length === 0) return null;
  return (
    <Section title={title} allTo={allTo}>
      <Rail label={title}>
        {games.map((game, index) => (
          <GameTile key={game.gameID} game={game} eager={eager && index < seen} />
        ))}
      </Rail>
    </Section>
  );
}
