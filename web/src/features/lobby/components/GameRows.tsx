import { useTranslation } from 'react-i18next';
import { GameTile, LiveTile } from '@/components/games/GameTile';
import { useSlotCategories } from '@/components/games/api/games';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import type { Game, RecordID } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import { useLiveTables } from '../api/lobby';

export interface RowProps {
  /** The brand's title of the section. */
  title?: string;
  /** Shows the error or the empty state of all rows in the first row. */
  first?: boolean;
  /** Loads the images of the first tiles eagerly. */
  eager?: boolean;
}

/** A row of the first slots of a category with a link to all of them. */
export function CategoryRow({ id, title, first, eager }: RowProps & { id: RecordID }) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = useSlotCategories();
  if (!data) {
    if (error && !first) return null;
    return (
      <Section title={!error && (title ?? t('rows.loading'))}>
        {error ? <ErrorState error={error} onRetry={reload} /> : <RailSkeleton />}
      </Section>
    );
  }
  if (first && data.every(({ items }) => items.length === 0)) {
    return (
      <Section>
        <EmptyState title={t('empty.title')} text={t('empty.text')} />
      </Section>
    );
  }
  const category = data.find((item) => String(item.CategoryID) === String(id));
  if (!category) return null;
  return (
    <GameRow
      title={title ?? category.name}
      games={category.items}
      allTo={paths.slotCategory.to({ categoryID: id })}
      eager={eager}
    />
  );
}

interface GameRowProps {
  title: string;
  games: readonly Game[];
  allTo?: string;
  /** Loads the images of the first tiles eagerly. */
  eager?: boolean;
}

/** The number of tiles above the fold, which load their images eagerly. */
const eagerCount = 4;

/** A titled row of slots. Renders nothing without games. */
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

/** A row of live tables. */
export function LiveRow({ title: given, eager }: Omit<RowProps, 'first'>) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = useLiveTables();
  const title = given ?? t('rows.live');
  if (data?.length === 0) return null;
  return (
    <Section title={title} allTo={paths.live.to()}>
      {data ? (
        <Rail label={title} items="table" still={eager}>
          {data.map((table, index) => (
            <LiveTile key={table.tableID} table={table} eager={eager && index < eagerCount} />
          ))}
        </Rail>
      ) : error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <RailSkeleton items="table" count={4} />
      )}
    </Section>
  );
}
