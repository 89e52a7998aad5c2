import { useTranslation } from 'react-i18next';
import type { RecordID } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { useSlotCategories } from '@/components/games/api/slotLists';
import { GameRow } from './GameRow';

export interface CategoryRowProps {
  id: RecordID;
  /** Shows the error or the empty state of all categories; for the first of them. */
  first?: boolean;
  /** Loads the images of the first tiles eagerly. */
  eager?: boolean;
}

/** A row of the first slots of a category with a link to all of them. */
export function CategoryRow({ id, first, eager }: CategoryRowProps) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = useSlotCategories();
  if (!data) {
    if (error && !first) return null;
    return (
      <Section title={!error && t('rows.loading')}>
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
  const category = data.find((it) => String(it.CategoryID) === String(id));
  if (!category) return null;
  return (
    <GameRow
      title={category.name}
      games={category.items}
      allTo={paths.slotCategory.to({ categoryID: id })}
      eager={eager}
    />
  );
}
