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
  /** Loads all rows that match the filter; rejects with a GatewayError. */
  fetchRows(): Promise<Item[]>;
  columns: readonly { title: string; value(item: Item): string | number }[];
  disabled?: boolean;
}

/** Downloads the complete history, not only the loaded pages, as a CSV file. */
export function ExportButton<Item>({
  name,
  fetchRows,
  columns,
  disabled,
}: ExportButtonProps<Item>) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const { run, busy } = useAction(async () => {
    const items = await fetchRows();
    const rows = items.map((item) => columns.map((it) => it.value(item)));
    downloadCsv(name, toCsv([columns.map(({ title }) => title), ...rows], language));
  });
  return (
    <Button size="small" busy={busy} disabled={disabled} onClick={() => void run()}>
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
