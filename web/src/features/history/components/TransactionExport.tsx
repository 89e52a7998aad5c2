import { useTranslation } from 'react-i18next';
import { fetchAllPages } from '../api/fetchAllPages';
import type { TransactionFilter } from '../api/useTransactions';
import { ExportButton } from './ExportButton';

/** Exports transactions as a CSV file. */
export function TransactionExport({ name, filter }: { name: string; filter: TransactionFilter }) {
  const { t } = useTranslation('history');
  return (
    <ExportButton
      name={name}
      fetchRows={() => fetchAllPages('finance/list_transactions', filter)}
      columns={[
        { title: t('column.at'), value: (it) => it.created_at },
        { title: t('column.id'), value: (it) => it.transaction_id },
        { title: t('column.category'), value: (it) => it.category },
        { title: t('column.subCategory'), value: (it) => it.sub_category },
        { title: t('column.method'), value: (it) => it.method },
        { title: t('column.status'), value: (it) => it.status_text },
        { title: t('column.amount'), value: (it) => it.amount },
        { title: t('column.currency'), value: (it) => it.currency },
        { title: t('column.after'), value: (it) => it.balance_after },
        { title: t('column.note'), value: (it) => it.note },
      ]}
    />
  );
}
