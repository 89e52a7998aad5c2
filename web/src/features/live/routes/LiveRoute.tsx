import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import {
  EndlessTiles,
  FilterBar,
  LiveTile,
  useFilterAddress,
  type ListPaths,
} from '@/components/games';
import { ButtonLink, EmptyState, GridSkeleton, TileGrid } from '@/components/ui';
import { useLivecasinoCategoryList } from '@/contracts/hooks/livecasino';
import type { Table } from '@/contracts/types';
import type { GamePages } from '@/lib/games';
import { useLiveProviders } from '../api/useLiveProviders';
import { tableSorts, useTables } from '../api/useTables';
import { LiveHeader } from '../components/LiveHeader';
import { tableTypes, typeName } from '../model/types';

const list: ListPaths = {
  all: () => paths.live.to(),
  category: (categoryID) => paths.liveCategory.to({ categoryID }),
  type: (type) => paths.liveType.to({ type }),
  provider: (providerID) => paths.liveProvider.to({ providerID }),
};

/** How many pictures the first screen shows. */
const seen = 8;

/** Live tables: all, by category, by type, by studio (spec §2), 48 at a time. */
export function LiveRoute() {
  const { t } = useTranslation('live');
  const address = useFilterAddress(list, tableSorts);
  const categories = useLivecasinoCategoryList().data;
  const providers = useLiveProviders().data;
  const tables = useTables(address.filter, address.sort);
  const types = tableTypes.map((value) => ({ value, label: typeName(t, value) }));
  const sorts = tableSorts.map((value) => ({ value, label: t(`sort.${value}`) }));
  return (
    <>
      <LiveHeader
        filter={address.filter}
        categories={categories}
        providers={providers}
        total={tables.items && tables.total}
      />
      <FilterBar
        address={address}
        categories={categories}
        providers={providers}
        types={types}
        sorts={sorts}
      />
      <Tables tables={tables} />
    </>
  );
}

function Tables({ tables }: { tables: GamePages<Table> }) {
  const { t } = useTranslation('live');
  const empty = (
    <EmptyState title={t('empty.title')} text={t('empty.text')}>
      <ButtonLink to={paths.live.to()}>{t('empty.all')}</ButtonLink>
    </EmptyState>
  );
  return (
    <EndlessTiles
      pages={tables}
      skeleton={<GridSkeleton items="table" count={seen * 2} />}
      empty={empty}
    >
      {(items) => (
        <TileGrid items="table" label={t('title')}>
          {items.map((table, index) => (
            <LiveTile key={table.tableID} table={table} eager={index < seen} />
          ))}
        </TileGrid>
      )}
    </EndlessTiles>
  );
}
