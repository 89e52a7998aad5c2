import { useTranslation } from 'react-i18next';
import { transactionStatus } from '@/contracts/constants';
import { SelectFilter } from './Toolbar';

const statuses = Object.entries(transactionStatus) as [keyof typeof transactionStatus, number][];

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
      options={statuses.map(([key, id]) => ({ value: id, label: t(`status.${key}`) }))}
      onChange={onChange}
    />
  );
}
