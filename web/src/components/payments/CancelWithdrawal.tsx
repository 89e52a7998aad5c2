import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useFinanceCancelWithdrawal } from '@/contracts/hooks/money';
import type { RecordID } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import { outcomeOf } from '@/lib/payments/outcome';
import { refreshMoney } from '@/lib/payments/site';
import { toastSuccess } from '@/lib/toast/store';
import css from './CancelWithdrawal.module.css';

export interface CancelWithdrawalProps {
  transactionID: RecordID;
  /** The amount that returns to the balance. */
  amount: number;
  onCancelled?(): void;
}

/** Cancels a pending withdrawal after a confirmation. Renders nothing if it is unsupported. */
export function CancelWithdrawal({ transactionID, amount, onCancelled }: CancelWithdrawalProps) {
  const { t } = useTranslation(['payments', 'errors']);
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
        <Dialog open title={t('cancel.title')} onClose={() => setAsking(false)}>
          <div className={css.body}>
            <p>{t('cancel.text', { amount: format.money(amount) })}</p>
            {error && (
              <p className={css.error} role="alert">
                {unknown ? t('cancel.unknown') : error.message || t('errors:failure')}
              </p>
            )}
            <Button variant="danger" fullWidth busy={busy} onClick={() => void cancel()}>
              {t('cancel.button')}
            </Button>
            <Button variant="subtle" fullWidth onClick={() => setAsking(false)}>
              {t('cancel.keep')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
