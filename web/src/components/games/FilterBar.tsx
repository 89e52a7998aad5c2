import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ChipLink, Chips, Select } from '@/components/ui';
import type { Provider } from '@/contracts/types';
import { CategoryIcon } from './CategoryIcon';
import type { FilterAddress } from './useFilterAddress';
import css from './FilterBar.module.css';

/** What the filter needs of a category, of slots or of tables. */
export interface FilterCategory {
  CategoryID: number;
  name: string;
  icon: string;
}

export interface FilterBarProps<Sort extends string> {
  address: FilterAddress<Sort>;
  categories: readonly FilterCategory[] | undefined;
  providers: readonly Provider[] | undefined;
  /** Kinds of games with their names. */
  types: readonly { value: string; label: string }[];
  sorts: readonly { value: Sort; label: string }[];
}

/** The filters over a list of games: categories as chips, provider, kind and order as choices. */
export function FilterBar<Sort extends string>(props: FilterBarProps<Sort>) {
  const { address, categories, providers, types, sorts } = props;
  const { t } = useTranslation('lobby');
  const navigate = useNavigate();
  const { filter, sort, to, setSort } = address;
  const bar = useRef<HTMLDivElement>(null);
  const known = categories !== undefined;
  useEffect(() => {
    // On a phone the chosen one of many chips may lie beyond the edge. The strip alone is moved: the
    // page has a place of its own to come back to.
    const chosen = bar.current?.querySelector<HTMLElement>('[aria-current]');
    const strip = chosen?.parentElement;
    if (!chosen || !strip) return;
    const from = strip.getBoundingClientRect();
    const to = chosen.getBoundingClientRect();
    strip.scrollLeft += to.left + to.width / 2 - (from.left + from.width / 2);
  }, [known, filter.categoryID]);
  const go = (target: string) => void navigate(target);

  return (
    <div ref={bar} className={css.bar}>
      <Chips label={t('filter.category')}>
        <ChipLink to={to({ categoryID: undefined })} on={filter.categoryID === undefined}>
          {t('filter.all')}
        </ChipLink>
        {categories?.map(({ CategoryID, name, icon }) => (
          <ChipLink
            key={CategoryID}
            to={to({ categoryID: CategoryID })}
            on={filter.categoryID === CategoryID}
          >
            <CategoryIcon name={icon} />
            {name}
          </ChipLink>
        ))}
      </Chips>
      <div className={css.choices}>
        <Select
          label={t('filter.provider')}
          value={String(filter.providerID ?? '')}
          options={[
            { value: '', label: t('filter.allProviders') },
            ...(providers ?? []).map(({ providerID, providerName }) => ({
              value: String(providerID),
              label: providerName,
            })),
          ]}
          onChange={(value) => go(to({ providerID: value ? Number(value) : undefined }))}
        />
        <Select
          label={t('filter.type')}
          value={filter.type ?? ''}
          options={[{ value: '', label: t('filter.allTypes') }, ...types]}
          onChange={(value) => go(to({ type: value || undefined }))}
        />
        <Select
          label={t('filter.sort')}
          value={sort}
          options={sorts}
          onChange={(value) => setSort(value as Sort)}
        />
      </div>
    </div>
  );
}
