import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirmation } from '@/components/confirmation/Confirmation';
import { Button } from '@/components/ui/Button/Button';
import { useFinanceCancelWithdrawal } from '@/contracts/hooks/money';
import type { RecordID } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import { outcomeOf } from '@/lib/payments/outcome';
import { refreshMoney } from '@/lib/payments/site';
import { toastSuccess } from '@/lib/toast/store';

export interface CancelWithdrawalProps {
  transactionID: RecordID;
  /** The amount that returns to the balance. */
  amount: number;
  onCancelled?(): void;
}

/** Cancels a pending withdrawal after a confirmation. Renders nothing if it is unsupported. */
export function CancelWithdrawal({ transactionID, amount, onCancelled }: CancelWithdrawalProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  // The hook repeats its key until the platform has decided, so a retry is safe.
  const { run, busy, error } = useFinanceCancelWithdrawal({
    suppressToast: true,
    onSuccess: refreshMoney,
    onError: refreshMoney,
  });
  if (!supports('finance/cancel_withdrawal')) return null;
  const cancel = async () => {
    if (!(await run({ transaction_id: transactionID }))) return;
    setAsking(false);
    toastSuccess(t('cancel.done'));
    onCancelled?.();
  };
  const unknown = error && outcomeOf(error) === 'unknown';
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('cancel.button')}
      </Button>
      {asking && (
        <Confirmation
          title={t('cancel.title')}
          start={t('cancel.button')}
          busy={busy}
          error={unknown ? { message: t('cancel.unknown') } : error}
          onStart={() => void cancel()}
          cancel={t('cancel.keep')}
          onClose={() => setAsking(false)}
        >
          <p>{t('cancel.text', { amount: format.money(amount) })}</p>
        </Confirmation>
      )}
    </>
  );
}
