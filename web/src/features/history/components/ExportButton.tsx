import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useLanguage } from '@/lib/i18n/useLanguage';
import { useAction } from '@/lib/swr/useAction';
import { downloadCsv, toCsv } from '../model/csv';

export interface ExportButtonProps<Item> {
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
