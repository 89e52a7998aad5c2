import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { quickAccessCategory } from '@/contracts/constants';
import { useQuickAccess } from '../api/lobby';
import { FailedRow } from './FailedRow';
import { GameRow } from './GameRows';

/** The quick-access row, or a retry button after a failure. Renders nothing without games. */
export default function QuickAccess({ title: given }: { title?: string }) {
  const { t } = useTranslation('lobby');
  const { data, error, loading, reload } = useQuickAccess();
  const title = given ?? t('rows.quick');
  if (loading) {
    return (
      <Section title={title}>
        <RailSkeleton />
      </Section>
    );
  }
  const allTo = paths.slotCategory.to({ categoryID: quickAccessCategory });
  if (!data && error) return <FailedRow {...{ title, allTo, error }} onRetry={reload} />;
  return <GameRow title={title} games={data ?? []} allTo={allTo} />;
}
