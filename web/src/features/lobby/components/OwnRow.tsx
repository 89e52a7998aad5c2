import { useTranslation } from 'react-i18next';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { paths } from '@/lib/paths/paths';
import { useRow } from '../api/sections';
import { categoryOfSection } from '../model/sections';
import { FailedRow } from './FailedRow';
import { GameRow, type RowProps } from './GameRows';

/** A row of games that the brand chooses. A slot category keeps its name and its link. */
export function OwnRow({ name, title, first, eager = false }: RowProps & { name: string }) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = useRow(name, eager);
  const categoryID = categoryOfSection(name);
  const allTo =
    categoryID === undefined
      ? bootstrap().sections?.[name]?.list
      : paths.slotCategory.to({ categoryID });
  if (data) {
    const shown = title ?? data.name;
    return shown && <GameRow title={shown} games={data.games} allTo={allTo} eager={eager} />;
  }
  if (!error) {
    return (
      <Section title={title ?? t('rows.loading')}>
        <RailSkeleton />
      </Section>
    );
  }
  if (!first) return <FailedRow title={title ?? ''} error={error} onRetry={reload} />;
  return (
    <Section title={title}>
      <ErrorState error={error} onRetry={reload} />
    </Section>
  );
}
