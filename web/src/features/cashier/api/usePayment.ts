import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cashierToastTimeoutMs } from '@/contracts/constants';
import type { CashType, ProcessTransactionAnswer } from '@/contracts/types';
import { deleteDraft } from '@/lib/drafts';
import { isGatewayError } from '@/lib/gateway';
import { usePlayer } from '@/lib/session';
import { useAction } from '@/lib/swr';
import { toastFailure, toastSuccess } from '@/lib/toast';
import { pay, refreshMoney } from './pay';
import { useSettledPayment } from './useSettledPayment';
import {
  closeAttempt,
  findAttempt,
  markNotSent,
  markSent,
  paymentDraftName,
} from '../model/paymentAttempt';
import { rememberPayment } from '../model/lastPayment';
import type { PaymentMethod } from '../model/methods';
import { outcomeOf } from '../model/outcome';
import type { Payment } from '../model/payment';

/** The state of a payment page. */
export type PaymentStep =
  | { at: 'form'; error?: string }
  /** The outcome is unknown. `payment` is what was sent; undefined after a reload. */
  | { at: 'unknown'; payment?: Payment; requestId: string }
  | { at: 'receipt'; payment: Payment; answer: ProcessTransactionAnswer };

/** One attempt to pay: the platform executes it once, whatever is clicked, reloaded or repeated. */
export function usePayment(type: CashType, method: PaymentMethod) {
  const { t } = useTranslation(['cashier', 'errors']);
  const username = usePlayer()?.profile.username ?? '';
  const attemptID = `${username}:${type}:${method.id}`;
  const [step, setStep] = useState<PaymentStep>(() =>
    findAttempt(attemptID)?.sent ? { at: 'unknown', requestId: '' } : { at: 'form' },
  );

  const { run, busy } = useAction(async (payment: Payment) => {
    const wasSent = findAttempt(attemptID)?.sent ?? false;
    const { key } = await markSent(attemptID);
    try {
      const answer = await pay(type, method, payment, key);
      closeAttempt(attemptID);
      rememberPayment(username, type, { method: method.id, amount: Number(payment.amount) });
      // If the session expired meanwhile, the form was saved as a draft; a sent payment must not be restored.
      deleteDraft(paymentDraftName(type, method));
      setStep({ at: 'receipt', payment, answer });
      void refreshMoney();
    } catch (error) {
      if (!isGatewayError(error)) throw error;
      const message = error.message || t('errors:failure');
      const outcome = outcomeOf(error);
      // A payment that was sent stays unknown until the platform accepts or refuses it.
      if (outcome === 'unknown' || (wasSent && error.reason !== 'refused')) {
        deleteDraft(paymentDraftName(type, method));
        setStep({ at: 'unknown', payment, requestId: error.requestId });
        if (outcome !== 'unknown') toastFailure(message, error.requestId, cashierToastTimeoutMs);
        void refreshMoney();
        return;
      }
      if (outcome === 'open') markNotSent(attemptID);
      else closeAttempt(attemptID);
      setStep({ at: 'form', error: message });
      toastFailure(message, error.requestId, cashierToastTimeoutMs);
    }
  });

  useSettledPayment(
    step.at === 'unknown' && !busy ? findAttempt(attemptID)?.key : undefined,
    ({ outcome, message = '', transaction_id }) => {
      closeAttempt(attemptID);
      void refreshMoney();
      if (outcome === 'refused') {
        setStep({ at: 'form', error: message });
        toastFailure(message, undefined, cashierToastTimeoutMs);
        return;
      }
      toastSuccess(message);
      const payment = step.at === 'unknown' ? step.payment : undefined;
      setStep(
        payment && transaction_id !== undefined
          ? { at: 'receipt', payment, answer: { transaction_id, status: 0 } }
          : { at: 'form' },
      );
    },
  );

  return {
    step,
    busy,
    send: run,
    /** Starts a new payment with a new key. */
    startOver: () => {
      closeAttempt(attemptID);
      setStep({ at: 'form' });
    },
  };
}
