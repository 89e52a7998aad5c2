import { useTranslation } from 'react-i18next';
import { transactionStatus } from '@/contracts/constants';
import { Choice } from './Toolbar';

const statuses = Object.entries(transactionStatus) as [keyof typeof transactionStatus, number][];

export interface StatusChoiceProps {
  value: number | undefined;
  onChange(status: number | undefined): void;
}

/** A filter by transaction status. */
export function StatusChoice({ value, onChange }: StatusChoiceProps) {
  const { t } = useTranslation('history');
  return (
    <Choice
      label={t('column.status')}
      all={t('status.all')}
      value={value}
      options={statuses.map(([key, id]) => ({ value: id, label: t(`status.${key}`) }))}
      onChange={onChange}
    />
  );
}
