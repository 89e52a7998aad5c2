import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RecordPages } from '@/components/records/RecordPages';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { accountHistoryDays } from '@/contracts/constants';
import { useFinanceListCategories, useFinanceListTypesFrontend } from '@/contracts/hooks/finance';
import type { NamedID } from '@/contracts/types';
import {
  PeriodSelect,
  SelectFilter,
  StatusFilter,
  SubCategoryFilter,
  Toolbar,
} from '@/features/history/components/Toolbar';
import { TransactionExport } from '@/features/history/components/ExportButton';
import { TransactionTable } from '@/features/history/components/TransactionTable';
import { hasFeature, isOffered, supports } from '@/lib/bootstrap/bootstrap';
import { useFilters } from '@/lib/page/useFilters';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { historyKinds, paths, type HistoryKind } from '@/lib/paths/paths';
import { useTransactions, type TransactionFilter } from '../api/history';
import { BetHistory } from '../components/BetHistory';
import { BonusHistory } from '../components/BonusHistory';
import { GameHistory } from '../components/GameHistory';
import { usePeriod } from '../hooks/usePeriod';
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
