import { useTranslation } from 'react-i18next';
import { isUndone, StatusBadge } from '@/components/account/StatusBadge';
import { CancelWithdrawal } from '@/components/payments/CancelWithdrawal';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { Money } from '@/components/ui/Money/Money';
import { WalletAmount } from '@/components/wallet/Wallet';
import { transactionCategory, transactionStatus } from '@/contracts/constants';
import type { Transaction } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import css from './TransactionTable.module.css';

const isWithdrawal = (transaction: Transaction) =>
  transaction.transaction_category_id === transactionCategory.withdrawal;

/** A table of transactions, newest first, without balances while the player hides them. */
export function TransactionTable({ items }: { items: readonly Transaction[] }) {
  const { t } = useTranslation('history');
  /** The reason for an undone transaction, or the state of a withdrawal's money. */
  const noteOf = (transaction: Transaction) =>
    isUndone(transaction)
      ? [transaction.note, isWithdrawal(transaction) && t('returned')].filter(Boolean).join(' · ')
      : '';
  const columns: Column<Transaction>[] = [
    { title: t('column.at'), cell: (row) => <DateCell date={row.created_at} /> },
    {
      title: t('column.what'),
      phone: 'title',
      cell: (row) => (
        <TitleCell
          title={row.category}
          details={row.method || row.sub_category}
          note={noteOf(row)}
        />
      ),
    },
    {
      title: t('column.id'),
      phone: 'labelled',
      cell: (row) => <bdi>{row.transaction_id}</bdi>,
    },
    {
      title: t('column.status'),
      phone: 'status',
      cell: (row) => (
        <>
          <StatusBadge status={row.transaction_status} text={row.status_text} />
          {isWithdrawal(row) && row.transaction_status === transactionStatus.waiting && (
            <CancelWithdrawal transactionID={row.transaction_id} amount={Math.abs(row.amount)} />
          )}
        </>
      ),
    },
    {
      title: t('column.amount'),
      end: true,
      phone: 'amount',
      cell: (row) => <Money amount={row.amount} signed undone={isUndone(row)} />,
    },
    {
      title: t('column.after'),
      end: true,
      phone: 'none',
      cell: (row) => <WalletAmount amount={row.balance_after} />,
    },
  ];
  return (
    <DataList
      caption={t('transactions.title')}
      columns={columns}
      items={items}
      keyOf={(row) => row.transaction_id}
    />
  );
}

interface TitleCellProps {
  title: string;
  details?: string;
  /** A note on a separate line. */
  note?: string;
}

/** A cell with a title, details and a note. */
export function TitleCell({ title, details, note }: TitleCellProps) {
  return (
    <span className={css.cell}>
      <span className={css.title}>{title}</span>
      {details && <span className={css.details}>{details}</span>}
      {note && <span className={css.note}>{note}</span>}
    </span>
  );
}

/** A cell with date and time. `date` is a wire date. */
export function DateCell({ date }: { date: string }) {
  return <span className={css.nowrap}>{useFormat().date(date)}</span>;
}
