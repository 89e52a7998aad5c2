import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui';
import type { Category, Provider } from '@/contracts/types';
import type { GameFilter } from '@/lib/games';
import { usePageTitle } from '@/lib/page';
import { typeName } from '../model/types';
import css from './SlotsHeader.module.css';

export interface SlotsHeaderProps {
  filter: GameFilter;
  categories: readonly Category[] | undefined;
  providers: readonly Provider[] | undefined;
  /** How many games the list has, once known. */
  total: number | undefined;
}

/** The list's name, of what it is filtered by, and how much it has. */
export function SlotsHeader({ filter, categories, providers, total }: SlotsHeaderProps) {
  const { t } = useTranslation('games');
  const category = categories?.find((it) => it.CategoryID === filter.categoryID)?.name;
  const provider = providers?.find((it) => it.providerID === filter.providerID)?.providerName;
  const type = filter.type && typeName(t, filter.type);
  const title = [category, type, provider].filter(Boolean).join(' · ') || t('slots.title');
  usePageTitle(title);
  return (
    <PageTitle
      aside={
        total === undefined ? undefined : (
          <span className={css.count}>{t('slots.count', { count: total })}</span>
        )
      }
    >
      {title}
    </PageTitle>
  );
}
