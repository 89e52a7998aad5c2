import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { ErrorState, RailSkeleton, Section } from '@/components/ui';
import { useSlotCategories } from '@/lib/games';
import { GameRow } from './GameRow';

export interface CategoryRowProps {
  id: number;
  /** Stands on the first screen; it tells when the categories cannot be had. */
  first?: boolean;
}

/** A row of slots by category: its first games and the way to all of them. */
export function CategoryRow({ id, first }: CategoryRowProps) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = useSlotCategories();
  if (!data) {
    if (error) return first ? <ErrorState error={error} onRetry={reload} /> : null;
    return (
      <Section title={t('rows.loading')}>
        <RailSkeleton />
      </Section>
    );
  }
  const category = data.find((it) => it.CategoryID === id);
  if (!category) return null;
  return (
    <GameRow
      title={category.name}
      games={category.items}
      allTo={paths.slotCategory.to({ categoryID: id })}
      eager={first}
    />
  );
}
