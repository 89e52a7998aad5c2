import { useTranslation } from 'react-i18next';
import type { PlayerLimit } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';

/** Returns a function that says what has become of a limit that was saved or removed. */
export function useSavedText() {
  const { t } = useTranslation('limits');
  const format = useFormat();
  return (limit: PlayerLimit | undefined): string => {
    if (limit?.pending) return t('limit.waits', { date: format.date(limit.pending.from) });
    return t(limit?.set_by_platform ? 'limit.savedLooser' : 'limit.saved');
  };
}
