import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RecordPages } from '@/components/records/RecordPages';
import { Chip, Chips } from '@/components/ui/Chip/Chip';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { accountHistoryDays, ticketSearchType, transactionCategory } from '@/contracts/constants';
import { useFilters } from '@/lib/page/useFilters';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { useTransactions, type TransactionFilter } from '../api/history';
import { periodOfDays } from '../model/period';
import { PeriodSelect, StatusFilter, SubCategoryFilter, Toolbar } from '../components/Toolbar';
import { TransactionExport } from '../components/ExportButton';
import { TransactionTable } from '../components/TransactionTable';
import { usePeriod } from '../hooks/usePeriod';
import css from './TransactionsRoute.module.css';

/** The transaction type of deposits and withdrawals, which the ticket filter also uses. */
const paymentType = ticketSearchType;

const categories = {
  all: undefined,
  deposit: transactionCategory.deposit,
  withdrawal: transactionCategory.withdrawal,
} as const;
const kinds = Object.keys(categories) as (keyof typeof categories)[];

/** Deposits and withdrawals. `?transaction=ID` shows a single one. */
export function TransactionsRoute() {
  const { t } = useTranslation('history');
  usePageTitle(t('transactions.title'));
  const filters = useFilters<'transaction' | 'kind' | 'subcategory' | 'status' | 'period'>();
  const transactionID = filters.get('transaction');
  const kind = kinds.find((item) => item === filters.get('kind')) ?? 'all';
  const searchSubCategory = kind === 'all' ? undefined : filters.number('subcategory');
  const status = filters.number('status');
  const { key, setKey, period } = usePeriod(filters, periodOfDays(accountHistoryDays));
  const filter: TransactionFilter = transactionID
    ? { searchID: transactionID }
    : {
        searchType: paymentType,
        searchCategory: categories[kind],
        searchSubCategory,
        status,
        ...period,
      };
  const list = useTransactions(filter);

  return (
    <>
      <PageTitle>{t('transactions.title')}</PageTitle>
      {transactionID ? (
        <div className={css.single}>
          <Chip selected onClick={() => filters.set({ transaction: undefined })}>
            {t('transactions.one', { id: transactionID })}
            <IconX size={16} aria-hidden="true" />
          </Chip>
        </div>
      ) : (
        <>
          <div className={css.categories}>
            <Chips label={t('column.category')}>
              {kinds.map((item) => (
                <Chip
                  key={item}
                  selected={item === kind}
                  onClick={() =>
                    filters.set({
                      kind: item === 'all' ? undefined : item,
                      subcategory: undefined,
                    })
                  }
                >
                  {t(`transactions.kind.${item}`)}
                </Chip>
              ))}
            </Chips>
          </div>
          <Toolbar aside={<TransactionExport name="transactions" filter={filter} />}>
            <PeriodSelect value={key} onChange={setKey} />
            <SubCategoryFilter
              category={categories[kind]}
              value={searchSubCategory}
              onChange={(subcategory) => filters.set({ subcategory })}
            />
            <StatusFilter value={status} onChange={(next) => filters.set({ status: next })} />
          </Toolbar>
        </>
      )}
      <RecordPages list={list}>{(items) => <TransactionTable items={items} />}</RecordPages>
    </>
  );
}
