import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { LiveTile } from '@/components/games/LiveTile';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { useLiveTables } from '../api/useLiveTables';

/** The number of tables above the fold; their images load eagerly. */
const eagerCount = 4;

/** A row of live tables. */
export function LiveRow({ eager }: { eager?: boolean }) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = useLiveTables();
  const title = t('rows.live');
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
