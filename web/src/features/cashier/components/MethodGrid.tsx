import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, SectionTitle, Skeleton } from '@/components/ui';
import type { CashType } from '@/contracts/types';
import { isGatewayError } from '@/lib/gateway';
import { useFavoriteToggle, useHighlighted, useMethods } from '../api/methods';
import { MethodCard } from './MethodCard';
import css from './MethodGrid.module.css';
import { arranged, waysIn, type Way } from '../model/methods';

export interface MethodGridProps {
  type: CashType;
  /** Where a way's form is. */
  to(way: Way): string;
}

/** The ways to pay: favourites first, then the highlighted ones, then the rest and the groups. */
export function MethodGrid({ type, to }: MethodGridProps) {
  const { t } = useTranslation('cashier');
  const { methods, error, reload } = useMethods(type);
  const highlighted = useHighlighted(type);
  const { run, busy } = useFavoriteToggle(type);

  if (isGatewayError(error, 'no-records') || methods?.length === 0) {
    return <EmptyState title={t('method.none')} text={t('method.noneText')} />;
  }
  // Both are waited for: what is highlighted stands above the rest, and would push it down.
  if (!methods || !highlighted) {
    return !methods && error ? <ErrorState error={error} onRetry={reload} /> : <GridSkeleton />;
  }
  const { favorites, highlights, singles, groups } = arranged(methods, highlighted);
  const parts = [
    { key: 'favorites', title: t('method.favorites'), ways: favorites },
    { key: 'highlights', title: t('method.highlights'), ways: highlights },
    {
      key: 'singles',
      title: t(favorites.length + highlights.length > 0 ? 'method.others' : 'method.all'),
      ways: singles,
    },
    ...groups.map((group) => ({
      key: `group-${group.id}`,
      title: group.name,
      ways: waysIn(group),
    })),
  ];
  return parts
    .filter(({ ways }) => ways.length > 0)
    .map(({ key, title, ways }) => (
      <section key={key} className={css.part} aria-labelledby={`methods-${key}`}>
        <SectionTitle id={`methods-${key}`}>{title}</SectionTitle>
        <ul className={css.grid}>
          {ways.map((way) => (
            <li key={way.id}>
              <MethodCard way={way} to={to(way)} busy={busy} onFavorite={(it) => void run(it)} />
            </li>
          ))}
        </ul>
      </section>
    ));
}

const places = Array.from({ length: 8 }, (_, at) => at);

function GridSkeleton() {
  return (
    <div className={css.grid} aria-busy="true">
      {places.map((at) => (
        <Skeleton key={at} height={164} />
      ))}
    </div>
  );
}
