import { GameTile } from '@/components/games/GameTile';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import type { Game } from '@/contracts/types';

export interface GameRowProps {
  title: string;
  games: readonly Game[];
  allTo?: string;
  /** Loads the images of the first tiles eagerly. */
  eager?: boolean;
}

/** The number of tiles above the fold; their images load eagerly. */
const eagerCount = 4;

/** A titled row of slots; renders nothing without games. */
export function GameRow({ title, games, allTo, eager }: GameRowProps) {
  if (games.length === 0) return null;
  return (
    <Section title={title} allTo={allTo}>
      <Rail label={title} still={eager}>
        {games.map((game, index) => (
          <GameTile key={game.gameID} game={game} eager={eager && index < eagerCount} />
        ))}
      </Rail>
    </Section>
  );
}
