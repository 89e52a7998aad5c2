import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useLanguage } from '@/lib/i18n/language';
import { useAction } from '@/lib/swr/useAction';
import { fetchAllPages, type TransactionFilter } from '../api/history';
import { downloadCsv, toCsv } from '../model/csv';

interface ExportButtonProps<Item> {
  /** The file name without extension. */
  name: string;
  /** Loads all rows that match the filter. Rejects with a GatewayError. */
  fetchRows(): Promise<Item[]>;
  columns: readonly { title: string; value(item: Item): string | number }[];
}

/** Downloads the complete history as a CSV file, including pages that are not loaded yet. */
export function ExportButton<Item>({ name, fetchRows, columns }: ExportButtonProps<Item>) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const { run, busy } = useAction(async () => {
    const items = await fetchRows();
    const rows = items.map((item) => columns.map((column) => column.value(item)));
    downloadCsv(name, toCsv([columns.map(({ title }) => title), ...rows], language));
  });
  return (
    <Button size="small" busy={busy} onClick={() => void run()}>
      {!busy && <IconDownload size={18} aria-hidden="true" />}
      <span>{t('export')}</span>
    </Button>
  );
}

/** Exports transactions as a CSV file. */
export function TransactionExport({ name, filter }: { name: string; filter: TransactionFilter }) {
  const { t } = useTranslation('history');
  return (
    <ExportButton
      name={name}
      fetchRows={() => fetchAllPages('finance/list_transactions', filter)}
      columns={[
        { title: t('column.at'), value: (transaction) => transaction.created_at },
        { title: t('column.id'), value: (transaction) => transaction.transaction_id },
        { title: t('column.category'), value: (transaction) => transaction.category },
        { title: t('column.subCategory'), value: (transaction) => transaction.sub_category },
        { title: t('column.method'), value: (transaction) => transaction.method },
        { title: t('column.status'), value: (transaction) => transaction.status_text },
        { title: t('column.amount'), value: (transaction) => transaction.amount },
        { title: t('column.currency'), value: (transaction) => transaction.currency },
        { title: t('column.after'), value: (transaction) => transaction.balance_after },
        { title: t('column.note'), value: (transaction) => transaction.note },
      ]}
    />
  );
}
