import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format';
import type { Way } from '../model/methods';

/** What a way to pay takes, costs and needs, in words. */
export function useWayFacts(way: Way): { limits: string; duration: string; fee: string } {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const money = (amount: number) => format.money(amount, { round: true });
  return {
    limits: `${money(way.min)} – ${money(way.max)}`,
    duration:
      way.duration === 0 ? t('method.atOnce') : t('method.minutes', { count: way.duration }),
    fee:
      way.fee === 0
        ? t('method.free')
        : format.number(way.fee / 100, { style: 'percent', maximumFractionDigits: 2 }),
  };
}
