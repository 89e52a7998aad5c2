import { useTranslation } from 'react-i18next';
import { isInMinutes } from '@/components/limits/limits';
import type { LimitKind, PlayerLimit } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';

/** Returns a formatter of limit values: minutes of session time, or an amount for other kinds. */
export function useLimitValue(kind: LimitKind): (value: number) => string {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (value) => (isInMinutes(kind) ? t('minutes', { count: value }) : format.money(value));
}

/** Returns a function that describes the result of saving or removing a limit. */
export function useSavedText() {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (limit: PlayerLimit | undefined): string => {
    if (limit?.pending) return t('limit.waits', { date: format.date(limit.pending.from) });
    return t(limit?.set_by_platform ? 'limit.savedLooser' : 'limit.saved');
  };
}
