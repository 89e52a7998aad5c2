import { useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Chip, Chips, PageTitle } from '@/components/ui';
import { accountHistoryDays, ticketSearchType, transactionCategory } from '@/contracts/constants';
import { usePageTitle } from '@/lib/page';
import { useTransactions, type TransactionFilter } from '../api/useTransactions';
import { HistoryPages } from '../components/HistoryPages';
import { periodOfDays } from '../model/period';
import { StatusFilter } from '../components/StatusFilter';
import { PeriodSelect, Toolbar } from '../components/Toolbar';
import { TransactionExport } from '../components/TransactionExport';
import { TransactionTable } from '../components/TransactionTable';
import { usePeriod } from '../hooks/usePeriod';
import css from './TransactionsRoute.module.css';

/** The transaction type of deposits and withdrawals; the ticket filter of spec §9 uses it too. */
const paymentType = ticketSearchType;

const categories = {
  all: undefined,
  deposit: transactionCategory.deposit,
  withdrawal: transactionCategory.withdrawal,
} as const;

/** Deposits and withdrawals (spec §2, "payment transactions"). `?transaction=ID` shows a single one. */
export function TransactionsRoute() {
  const { t } = useTranslation('history');
  usePageTitle(t('transactions.title'));
  const [query, setQuery] = useSearchParams();
  const transactionID = query.get('transaction') ?? undefined;
  const [kind, setKind] = useState<keyof typeof categories>('all');
  const [status, setStatus] = useState<number>();
  const { key, setKey, period } = usePeriod(periodOfDays(accountHistoryDays));
  const filter: TransactionFilter = transactionID
    ? { searchID: transactionID }
    : { searchType: paymentType, searchCategory: categories[kind], status, ...period };
  const list = useTransactions(filter);

  return (
    <>
      <PageTitle>{t('transactions.title')}</PageTitle>
      {transactionID ? (
        <div className={css.single}>
          <Chip selected onClick={() => setQuery({}, { replace: true })}>
            {t('transactions.one', { id: transactionID })}
            <IconX size={16} aria-hidden="true" />
          </Chip>
        </div>
      ) : (
        <>
          <div className={css.categories}>
            <Chips label={t('column.category')}>
              {(Object.keys(categories) as (keyof typeof categories)[]).map((it) => (
                <Chip key={it} selected={it === kind} onClick={() => setKind(it)}>
                  {t(`transactions.kind.${it}`)}
                </Chip>
              ))}
            </Chips>
          </div>
          <Toolbar aside={<TransactionExport name="transactions" filter={filter} />}>
            <PeriodSelect value={key} onChange={setKey} />
            <StatusFilter value={status} onChange={setStatus} />
          </Toolbar>
        </>
      )}
      <HistoryPages list={list}>{(items) => <TransactionTable items={items} />}</HistoryPages>
    </>
  );
}
