import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui';
import type { LiveCategory, Provider } from '@/contracts/types';
import type { GameFilter } from '@/lib/games';
import { usePageTitle } from '@/lib/page';
import { typeName } from '../model/types';
import css from './LiveHeader.module.css';

export interface LiveHeaderProps {
  filter: GameFilter;
  categories: readonly LiveCategory[] | undefined;
  providers: readonly Provider[] | undefined;
  /** How many tables the list has, once known. */
  total: number | undefined;
}

/** The list's name, of what it is filtered by, and how many tables it has. */
export function LiveHeader({ filter, categories, providers, total }: LiveHeaderProps) {
  const { t } = useTranslation('live');
  const category = categories?.find((it) => it.CategoryID === filter.categoryID)?.name;
  const provider = providers?.find((it) => it.providerID === filter.providerID)?.providerName;
  const type = filter.type && typeName(t, filter.type);
  const title = [category, type, provider].filter(Boolean).join(' · ') || t('title');
  usePageTitle(title);
  return (
    <PageTitle
      aside={
        total === undefined ? undefined : (
          <span className={css.count}>{t('count', { count: total })}</span>
        )
      }
    >
      {title}
    </PageTitle>
  );
}
