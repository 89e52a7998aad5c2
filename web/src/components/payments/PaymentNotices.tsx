import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cashType } from '@/contracts/constants';
import { useFormat } from '@/lib/format/useFormat';
import { isReceiptShown, settledPayments, startFollowing } from '@/lib/payments/site';
import type { TrackedPayment } from '@/lib/payments/tracked';
import { toasts } from '@/lib/toast/store';

/** Follows the open payments on every page and reports their outcomes, unless a receipt does. */
export default function PaymentNotices({ username }: { username: string }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  useEffect(() => startFollowing(username), [username]);
  useEffect(
    () =>
      settledPayments.on(
        'settled',
        ({ key, type, state, amount, name, message }: TrackedPayment) => {
          // A player who cancels a payment needs no notice.
          if (state === 'cancelled' || isReceiptShown(key)) return;
          const kind = type === cashType.deposit ? 'deposit' : 'withdraw';
          const approved = state === 'approved';
          const text = t(`${kind}.${approved ? 'approved' : 'refused'}`, {
            amount: format.money(amount),
            method: name,
          });
          toasts.show({
            kind: approved ? 'positive' : 'negative',
            message: message && !approved ? `${text} ${message}` : text,
          });
        },
      ),
    [t, format],
  );
  return null;
}
