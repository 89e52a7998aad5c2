import { useTranslation } from 'react-i18next';
import { isInMinutes } from '@/components/limits/limits';
import type { LimitKind, PlayerLimit } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';

/** Returns what writes a value of a limit: minutes of session time, an amount of the other kinds. */
export function useLimitValue(kind: LimitKind): (value: number) => string {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (value) => (isInMinutes(kind) ? t('minutes', { count: value }) : format.money(value));
}

/** Returns a function that says what has become of a limit that was saved or removed. */
export function useSavedText() {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (limit: PlayerLimit | undefined): string => {
    if (limit?.pending) return t('limit.waits', { date: format.date(limit.pending.from) });
    return t(limit?.set_by_platform ? 'limit.savedLooser' : 'limit.saved');
  };
}
