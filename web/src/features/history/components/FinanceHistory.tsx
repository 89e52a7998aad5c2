import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountHistoryDays } from '@/contracts/constants';
import { useFinanceListCategories, useFinanceListTypesFrontend } from '@/contracts/hooks/finance';
import type { NamedID } from '@/contracts/types';
import { useTransactions, type TransactionFilter } from '../api/useTransactions';
import { Pages } from './Pages';
import { periodOfDays } from '../model/period';
import { StatusChoice } from './StatusChoice';
import { Choice, PeriodSelect, Toolbar } from './Toolbar';
import { TransactionExport } from './TransactionExport';
import { TransactionTable } from './TransactionTable';
import { usePeriod } from '../hooks/usePeriod';

const choices = (names: NamedID[] | undefined) =>
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
      <Toolbar end={<TransactionExport name="finance" filter={filter} />}>
        <PeriodSelect value={key} onChange={setKey} />
        <Choice
          label={t('column.type')}
          all={t('type.all')}
          value={searchType}
          options={choices(types.data)}
          onChange={setType}
        />
        <Choice
          label={t('column.category')}
          all={t('category.all')}
          value={searchCategory}
          options={choices(categories.data)}
          onChange={setCategory}
        />
        <StatusChoice value={status} onChange={setStatus} />
      </Toolbar>
      <Pages list={list}>{(items) => <TransactionTable items={items} />}</Pages>
    </>
  );
}
