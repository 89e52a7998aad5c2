import { useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Chip, Chips, PageTitle } from '@/components/ui';
import { accountHistoryDays, ticketSearchType, transactionCategory } from '@/contracts/constants';
import { usePageTitle } from '@/lib/page';
import { useTransactions, type TransactionFilter } from '../api/useTransactions';
import { Pages } from '../components/Pages';
import { periodOfDays } from '../model/period';
import { StatusChoice } from '../components/StatusChoice';
import { PeriodSelect, Toolbar } from '../components/Toolbar';
import { TransactionExport } from '../components/TransactionExport';
import { TransactionTable } from '../components/TransactionTable';
import { usePeriod } from '../hooks/usePeriod';
import css from './TransactionsRoute.module.css';

/** The transaction type of deposits and withdrawals; the ticket filter of spec §9 uses it too. */
const payments = ticketSearchType;

const kinds = {
  all: undefined,
  deposit: transactionCategory.deposit,
  withdrawal: transactionCategory.withdrawal,
} as const;

/** Deposits and withdrawals (spec §2, "payment transactions"). `?transaction=ID` shows a single one. */
export function TransactionsRoute() {
  const { t } = useTranslation('history');
  usePageTitle(t('transactions.title'));
  const [query, setQuery] = useSearchParams();
  const one = query.get('transaction') ?? undefined;
  const [kind, setKind] = useState<keyof typeof kinds>('all');
  const [status, setStatus] = useState<number>();
  const { key, setKey, period } = usePeriod(periodOfDays(accountHistoryDays));
  const filter: TransactionFilter = one
    ? { searchID: one }
    : { searchType: payments, searchCategory: kinds[kind], status, ...period };
  const list = useTransactions(filter);

  return (
    <>
      <PageTitle>{t('transactions.title')}</PageTitle>
      {one ? (
        <div className={css.one}>
          <Chip on onClick={() => setQuery({}, { replace: true })}>
            {t('transactions.one', { id: one })}
            <IconX size={16} aria-hidden="true" />
          </Chip>
        </div>
      ) : (
        <>
          <div className={css.kinds}>
            <Chips label={t('column.category')}>
              {(Object.keys(kinds) as (keyof typeof kinds)[]).map((it) => (
                <Chip key={it} on={it === kind} onClick={() => setKind(it)}>
                  {t(`transactions.kind.${it}`)}
                </Chip>
              ))}
            </Chips>
          </div>
          <Toolbar end={<TransactionExport name="transactions" filter={filter} />}>
            <PeriodSelect value={key} onChange={setKey} />
            <StatusChoice value={status} onChange={setStatus} />
          </Toolbar>
        </>
      )}
      <Pages list={list}>{(items) => <TransactionTable items={items} />}</Pages>
    </>
  );
}
