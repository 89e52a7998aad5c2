import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountHistoryDays } from '@/contracts/constants';
import { useFinanceListCategories, useFinanceListTypesFrontend } from '@/contracts/hooks/finance';
import type { NamedID } from '@/contracts/types';
import { supports } from '@/lib/bootstrap';
import { useTransactions, type TransactionFilter } from '../api/useTransactions';
import { HistoryPages } from './HistoryPages';
import { periodOfDays } from '../model/period';
import { StatusFilter } from './StatusFilter';
import { SelectFilter, PeriodSelect, Toolbar } from './Toolbar';
import { TransactionExport } from './TransactionExport';
import { TransactionTable } from './TransactionTable';
import { usePeriod } from '../hooks/usePeriod';

const toOptions = (names: NamedID[] | undefined) =>
  (names ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** All wallet transactions, including bets and wins, by the platform's types and categories. */
export function FinanceHistory() {
  const { t } = useTranslation('history');
  const [searchType, setType] = useState<number>();
  const [searchCategory, setCategory] = useState<number>();
  const [status, setStatus] = useState<number>();
  const { key, setKey, period } = usePeriod(periodOfDays(accountHistoryDays));
  const types = useFinanceListTypesFrontend();
  const categories = useFinanceListCategories();
  const filter: TransactionFilter = { searchType, searchCategory, status, ...period };
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
            onChange={setType}
          />
        )}
        {supports('finance/list_categories') && (
          <SelectFilter
            label={t('column.category')}
            emptyLabel={t('category.all')}
            value={searchCategory}
            options={toOptions(categories.data)}
            onChange={setCategory}
          />
        )}
        <StatusFilter value={status} onChange={setStatus} />
      </Toolbar>
      <HistoryPages list={list}>{(items) => <TransactionTable items={items} />}</HistoryPages>
    </>
  );
}
