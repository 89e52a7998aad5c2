import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { quickAccessCategory } from '@/contracts/constants';
import { useQuickAccess } from '../api/useQuickAccess';
import { GameRow } from './GameRow';

/** The quick-access row; renders nothing if it cannot be loaded. */
export default function QuickAccess() {
  const { t } = useTranslation('lobby');
  const { data, loading } = useQuickAccess();
  const title = t('rows.quick');
  if (loading) {
    return (
      <Section title={title}>
        <RailSkeleton />
      </Section>
    );
  }
  const allTo = paths.slotCategory.to({ categoryID: quickAccessCategory });
  return <GameRow title={title} games={data ?? []} allTo={allTo} />;
}
