import { useTranslation } from 'react-i18next';
import { formatMoney } from '@/lib/format/number';
import { useLanguage } from '@/lib/i18n/language';
import type { LimitId, LimitKind, LimitProposal, LimitValue } from '../model/limits';

/** Returns the functions that write limits and their values; `currency` is that of amounts. */
export function useLimitTexts(currency: string) {
  const { t } = useTranslation('staffPages');
  const { language } = useLanguage();
  const value = ({ amount, minutes }: LimitValue) => {
    if (amount !== undefined) return formatMoney(amount, currency, language);
    return minutes === undefined ? '' : t('limits.minutes', { count: minutes });
  };
  const name = ({ kind, period }: LimitId) =>
    t('limits.nameOf', { kind: t(`limits.kinds.${kind}`), period: t(`limits.periods.${period}`) });
  return {
    value,
    name,
    /** A number in the unit of a kind. */
    number: (kind: LimitKind, n: number) =>
      value(kind === 'session_time' ? { minutes: n } : { amount: n }),
    /** What a proposal would loosen, and to what. */
    proposal: (item: LimitProposal) => {
      if (item.subject !== 'limit') return t(`limits.ends.${item.subject}`);
      const { kind, period } = item;
      const limit = kind && period ? name({ kind, period }) : '';
      return item.removal
        ? t('limits.removalOf', { limit })
        : t('limits.changeOf', { limit, value: value(item) });
    },
  };
}
