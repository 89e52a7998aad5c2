import { useTranslation } from 'react-i18next';
import type { LimitKind } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';

/** Returns what writes a value of a limit: minutes of session time, an amount of the other kinds. */
export function useLimitValue(kind: LimitKind): (value: number) => string {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (value) =>
    kind === 'session_time' ? t('minutes', { count: value }) : format.money(value);
}
