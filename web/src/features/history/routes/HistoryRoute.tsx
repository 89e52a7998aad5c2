import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RecordPages } from '@/components/records/RecordPages';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { Money } from '@/components/ui/Money/Money';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { accountHistoryDays } from '@/contracts/constants';
import { useFinanceListCategories, useFinanceListTypesFrontend } from '@/contracts/hooks/finance';
import { useUserGameHistoryPages } from '@/contracts/hooks/pages';
import type { NamedID, GameRound } from '@/contracts/types';
import {
  PeriodSelect,
  SelectFilter,
  StatusFilter,
  SubCategoryFilter,
  Toolbar,
} from '@/features/history/components/Toolbar';
import { TransactionExport, ExportButton } from '@/features/history/components/ExportButton';
import {
  TransactionTable,
  TitleCell,
  DateCell,
} from '@/features/history/components/TransactionTable';
import { hasFeature, isOffered, supports } from '@/lib/bootstrap/bootstrap';
import { useFilters } from '@/lib/page/useFilters';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { historyKinds, paths, type HistoryKind } from '@/lib/paths/paths';
import { useTransactions, type TransactionFilter, fetchAllPages } from '../api/history';
import { BetHistory, BonusHistory } from '../components/BetAndBonusHistory';
import { usePeriod, earliestDate } from '../hooks/usePeriod';
import { periodOfDays } from '../model/period';
import css from './TransactionsRoute.module.css';

const toOptions = (names: NamedID[] | undefined) =>
  (names ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** All wallet transactions, including bets and wins, by the platform's types and categories. */
function FinanceHistory() {
  const { t } = useTranslation('history');
  const filters = useFilters<'type' | 'category' | 'subcategory' | 'status' | 'period'>();
  const searchType = filters.number('type');
  const searchCategory = filters.number('category');
  const searchSubCategory =
    searchCategory === undefined ? undefined : filters.number('subcategory');
  const status = filters.number('status');
  const { key, setKey, period } = usePeriod(filters, periodOfDays(accountHistoryDays));
  const types = useFinanceListTypesFrontend();
  const categories = useFinanceListCategories();
  const filter: TransactionFilter = {
    searchType,
    searchCategory,
    searchSubCategory,
    status,
    ...period,
  };
  const list = useTransactions(filter);
  return (
    <>
      <Toolbar aside={<TransactionExport name="finance" filter={filter} />}>
        <PeriodSelect value={key} onChange={setKey} />
        {supports('finance/list_types_frontend') && (
          <SelectFilter
            label={t('column.type')}
            emptyLabel={t('type.all')}
            value={searchType}
            options={toOptions(types.data)}
            onChange={(type) => filters.set({ type })}
          />
        )}
        {supports('finance/list_categories') && (
          <SelectFilter
            label={t('column.category')}
            emptyLabel={t('category.all')}
            value={searchCategory}
            options={toOptions(categories.data)}
            onChange={(category) => filters.set({ category, subcategory: undefined })}
          />
        )}
        <SubCategoryFilter
          category={searchCategory}
          value={searchSubCategory}
          onChange={(subcategory) => filters.set({ subcategory })}
        />
        <StatusFilter value={status} onChange={(next) => filters.set({ status: next })} />
      </Toolbar>
      <RecordPages list={list}>{(items) => <TransactionTable items={items} />}</RecordPages>
    </>
  );
}

const histories: Record<HistoryKind, ComponentType> = {
  bets: BetHistory,
  games: GameHistory,
  finance: FinanceHistory,
  bonus: BonusHistory,
};

/** The player's histories, each with its own address. */
export function HistoryRoute() {
  const { t } = useTranslation('history');
  const current = useParams().kind as HistoryKind;
  usePageTitle(t(`kind.${current}`));
  const History = histories[current];
  const offeredKinds = historyKinds.filter(
    (item) =>
      isOffered(paths.profileHistory.to({ kind: item })) &&
      (item !== 'bets' || hasFeature('sport') || hasFeature('liveSport')),
  );
  return (
    <>
      <PageTitle>{t(`kind.${current}`)}</PageTitle>
      <div className={css.categories}>
        <Chips label={t('kinds')}>
          {offeredKinds.map((item) => (
            <ChipLink
              key={item}
              to={paths.profileHistory.to({ kind: item })}
              current={item === current}
            >
              {t(`kind.${item}`)}
            </ChipLink>
          ))}
        </Chips>
      </div>
      <History />
    </>
  );
}

/** The gameTypes of games, as in `user/favorites`. */
const gameTypes = ['casino', 'livecasino', 'virtual'] as const;

/** The rounds of slots, tables and virtual games. */
function GameHistory() {
  const { t } = useTranslation('history');
  const filters = useFilters<'type' | 'period'>();
  const type = gameTypes.find((known) => known === filters.get('type'));
  const { key, setKey, period } = usePeriod(filters, periodOfDays(accountHistoryDays));
  const filter = { startDate: earliestDate, ...period, type };
  const list = useUserGameHistoryPages(filter);
  const columns: Column<GameRound>[] = [
    { title: t('column.at'), cell: (row) => <DateCell date={row.created_at} /> },
    {
      title: t('column.game'),
      phone: 'title',
      cell: (row) => <TitleCell title={row.name} details={row.providerName} />,
    },
    { title: t('column.round'), cell: (row) => <bdi>{row.roundID}</bdi> },
    {
      title: t('column.bet'),
      end: true,
      phone: 'labelled',
      cell: (row) => <Money amount={row.bet} />,
    },
    {
      title: t('column.win'),
      end: true,
      phone: 'none',
      cell: (row) => <Money amount={row.win} />,
    },
    {
      title: t('column.net'),
      end: true,
      phone: 'amount',
      cell: (row) => <Money amount={netOf(row)} signed />,
    },
  ];
  return (
    <>
      <Toolbar
        aside={
          <ExportButton
            name="games"
            fetchRows={() => fetchAllPages('user/game_history', filter)}
            columns={[
              { title: t('column.at'), value: (round) => round.created_at },
              { title: t('column.round'), value: (round) => round.roundID },
              { title: t('column.game'), value: (round) => round.name },
              { title: t('column.provider'), value: (round) => round.providerName },
              { title: t('column.bet'), value: (round) => round.bet },
              { title: t('column.win'), value: (round) => round.win },
            ]}
          />
        }
      >
        <PeriodSelect value={key} onChange={setKey} />
        <SelectFilter
          label={t('column.type')}
          emptyLabel={t('games.all')}
          value={type}
          options={gameTypes.map((value) => ({ value, label: t(`games.${value}`) }))}
          onChange={(next) => filters.set({ type: next })}
        />
      </Toolbar>
      <RecordPages list={list}>
        {(items) => (
          <DataList
            caption={t('kind.games')}
            columns={columns}
            items={items}
            keyOf={(row) => row.roundID}
          />
        )}
      </RecordPages>
    </>
  );
}

/** Returns win minus stake, calculated in hundredths to avoid floating-point errors. */
const netOf = ({ bet, win }: GameRound): number =>
  (Math.round(win * 100) - Math.round(bet * 100)) / 100;
