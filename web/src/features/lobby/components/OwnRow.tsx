import { useTranslation } from 'react-i18next';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useRow } from '../api/useRow';
import { FailedRow } from './FailedRow';
import { GameRow, type RowProps } from './GameRows';

/** A row of games that the brand chooses. The default title is the name of the slot category. */
export function OwnRow({ name, title = '', first, eager = false }: RowProps & { name: string }) {
  const { t } = useTranslation('lobby');
  const { data, error, mutate } = useRow(name, eager);
  const onRetry = () => void mutate();
  const allTo = bootstrap().sections?.[name]?.list;
  const { name: ofCategory = '', games } = data ?? {};
  if (games) return <GameRow title={title || ofCategory} {...{ games, allTo, eager }} />;
  if (error && !first) return <FailedRow title={title} {...{ error, onRetry }} />;
  return (
    <Section title={title || (!error && t('rows.loading'))}>
      {error ? <ErrorState {...{ error, onRetry }} /> : <RailSkeleton />}
    </Section>
  );
}
