import { useTranslation } from 'react-i18next';
import { transactionStatus, transactionStatusCancelled } from '@/contracts/constants';
import { SelectFilter } from './Toolbar';

const statuses = { ...transactionStatus, cancelled: transactionStatusCancelled };
const options = Object.entries(statuses) as [keyof typeof statuses, number][];

export interface StatusFilterProps {
  value: number | undefined;
  onChange(status: number | undefined): void;
}

/** A filter by transaction status. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const { t } = useTranslation('history');
  return (
    <SelectFilter
      label={t('column.status')}
      emptyLabel={t('status.all')}
      value={value}
      options={options.map(([key, id]) => ({ value: id, label: t(`status.${key}`) }))}
      onChange={onChange}
    />
  );
}
