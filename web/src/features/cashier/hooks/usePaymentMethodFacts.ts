import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format/useFormat';
import type { PaymentMethod } from '../model/methods';

/** Returns limits, duration and fee of a payment method as text. */
export function usePaymentMethodFacts(method: PaymentMethod): {
  limits: string;
  duration: string;
  fee: string;
} {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const money = (amount: number) => format.money(amount, { round: true });
  return {
    limits: `${money(method.min)} – ${money(method.max)}`,
    duration:
      method.duration === 0 ? t('method.atOnce') : t('method.minutes', { count: method.duration }),
    fee:
      method.fee === 0
        ? t('method.free')
        : format.number(method.fee / 100, { style: 'percent', maximumFractionDigits: 2 }),
  };
}
