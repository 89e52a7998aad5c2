import { useMemo, useState } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { useSlotProviders } from '@/components/games/api/slotLists';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { supports } from '@/lib/bootstrap/supports';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { useLiveProviders } from '../api/useLiveProviders';
import { ProviderGrid } from '../components/ProviderGrid';
import css from '../components/ProviderGrid.module.css';
import { slotPaths } from '../model/slots';
import { tablePaths } from '../model/tables';

/** `/providers`: the providers of slots and of live tables. */
export function ProvidersRoute() {
  const { t } = useTranslation('games');
  const [search, setSearch] = useState('');
  const title = t('providers.title');
  usePageTitle(title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <label className={css.search}>
        <span className="visually-hidden">{t('providers.search')}</span>
        <IconSearch size={20} aria-hidden="true" />
        <input
          type="search"
          placeholder={t('providers.search')}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {hasFeature('slots') && supports('casino/provider_list') && <SlotProviders search={search} />}
      {hasFeature('live') && supports('livecasino/provider_list') && <Studios search={search} />}
    </>
  );
}

/** The providers of slots; those without games are left out. */
function SlotProviders({ search }: { search: string }) {
  const { t } = useTranslation('games');
  const list = useSlotProviders();
  const data = useMemo(() => list.data?.filter(({ gameCount }) => gameCount > 0), [list.data]);
  return (
    <ProviderGrid
      title={t('slots.title')}
      list={{ ...list, data }}
      search={search}
      addresses={slotPaths}
    />
  );
}

function Studios({ search }: { search: string }) {
  const { t } = useTranslation('games');
  return (
    <ProviderGrid
      title={t('tables.title')}
      list={useLiveProviders()}
      search={search}
      addresses={tablePaths}
    />
  );
}
