import { useTranslation } from 'react-i18next';
import { RecordPages } from '@/components/records/RecordPages';
import { accountHistoryDays } from '@/contracts/constants';
import { useFinanceListCategories, useFinanceListTypesFrontend } from '@/contracts/hooks/finance';
import type { NamedID } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/supports';
import { useTransactions, type TransactionFilter } from '../api/useTransactions';
import { periodOfDays } from '../model/period';
import { StatusFilter } from './StatusFilter';
import { SubCategoryFilter } from './SubCategoryFilter';
import { SelectFilter, PeriodSelect, Toolbar } from './Toolbar';
import { TransactionExport } from './TransactionExport';
import { TransactionTable } from './TransactionTable';
import { useFilters } from '../hooks/useFilters';
import { usePeriodFilter } from '../hooks/usePeriod';

const toOptions = (names: NamedID[] | undefined) =>
  (names ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** All wallet transactions, including bets and wins, by the platform's types and categories. */
export function FinanceHistory() {
  const { t } = useTranslation('history');
  const filters = useFilters<'type' | 'category' | 'subcategory' | 'status' | 'period'>();
  const searchType = filters.number('type');
  const searchCategory = filters.number('category');
  const searchSubCategory =
    searchCategory === undefined ? undefined : filters.number('subcategory');
  const status = filters.number('status');
  const { key, setKey, period } = usePeriodFilter(filters, periodOfDays(accountHistoryDays));
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
        <StatusFilter value={status} onChange={(it) => filters.set({ status: it })} />
      </Toolbar>
      <RecordPages list={list}>{(items) => <TransactionTable items={items} />}</RecordPages>
    </>
  );
}
