import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cashierToastTimeoutMs, transactionStatus } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { useBusy } from '@/lib/busy/busy';
import { systemClock } from '@/lib/clock';
import { deleteDraft } from '@/lib/drafts/drafts';
import { isGatewayError, type Reason } from '@/lib/gateway/error';
import { createIdempotencyKey } from '@/lib/idempotency/key';
import { savePaymentAnswer } from '@/lib/payments/follow';
import { outcomeOf } from '@/lib/payments/outcome';
import { refreshMoney, settledPayments, showReceiptOf, startFollowing } from '@/lib/payments/site';
import {
  track,
  unknownPayment,
  untrack,
  updatePayment,
  useTrackedPayments,
  type TrackedPayment,
} from '@/lib/payments/tracked';
import { parseRecordId } from '@/lib/recordId';
import { rememberPlayer } from '@/lib/storage/stored';
import { usePlayer } from '@/lib/session/useSession';
import { refresh } from '@/lib/swr/cache';
import { useAction } from '@/lib/swr/useAction';
import { toastFailure } from '@/lib/toast/store';
import { rememberPayment } from '../model/lastPayment';
import type { PaymentMethod } from '../model/methods';
import { paymentDraftName, type Payment } from '../model/payment';
import { pay } from './pay';

/** The reason for a refused payment and the request field that caused it. */
export interface PaymentRefusal {
  message: string;
  field?: string;
}

/** The player's current step in a payment. */
export type PaymentStep =
  | { at: 'form'; payment?: Payment; refusal?: PaymentRefusal }
  | { at: 'confirm'; payment: Payment }
  /**
   * The outcome is unknown. `payment` contains the sent values, undefined after a reload or if
   * another tab sent them. `unsent` contains the values that the player entered meanwhile.
   */
  | { at: 'unknown'; key: string; payment?: Payment; unsent?: Payment; requestId: string }
  | { at: 'receipt'; key: string };

/** These end the session, which closes the form. The next login restores the form. */
const sessionEnds: ReadonlySet<Reason> = new Set<Reason>(['session-expired', 'two-factor']);

/** The `debug` of a refused deposit that requires a deposit limit first. */
const limitRequiredDebug = 'limit required';

/** Returns the state of an accepted payment from the status in the platform's response. */
const stateOf = (status: number): TrackedPayment['state'] => {
  if (status === transactionStatus.approved) return 'approved';
  return status === transactionStatus.refused ? 'refused' : 'waiting';
};

/** Returns the next step when an unknown outcome becomes known. */
function resolvedStep(
  step: PaymentStep,
  { key, state }: TrackedPayment,
  message: string,
): PaymentStep {
  if (state !== 'refused') return { at: 'receipt', key };
  const payment = 'payment' in step ? step.payment : undefined;
  if (step.at === 'unknown' && step.unsent) return { at: 'form', payment: step.unsent };
  return { at: 'form', payment, refusal: { message } };
}

/** Manages a payment attempt, which the platform executes at most one time despite repetitions. */
export function usePayment(type: CashType, method: PaymentMethod) {
  const { t } = useTranslation(['cashier', 'common', 'errors']);
  const username = usePlayer()?.profile.username ?? '';
  const payments = useTrackedPayments(username);
  // The key of an unsent attempt, which the next attempt uses again.
  const openKey = useRef<string>(undefined);
  const [step, setStep] = useState<PaymentStep>(() => {
    const unknown = unknownPayment(username, type, method.id);
    return unknown ? { at: 'unknown', key: unknown.key, requestId: '' } : { at: 'form' };
  });
  useEffect(() => (username ? startFollowing(username) : undefined), [username]);
  const isOpen = useIsMounted();

  const { run, busy } = useAction(async (payment: Payment) => {
    const repeated = step.at === 'unknown' ? step.key : undefined;
    const unknown = unknownPayment(username, type, method.id);
    if (unknown && repeated === undefined) {
      // Another tab sent another payment, therefore its key does not apply to this payment.
      setStep({ at: 'unknown', key: unknown.key, unsent: payment, requestId: '' });
      return;
    }
    const key = repeated ?? openKey.current ?? (await createIdempotencyKey());
    const amount = Number(payment.amount);
    // Stored before the request: from now on the outcome is unknown, even if the page closes.
    const sent: TrackedPayment = {
      key,
      type,
      method: method.id,
      name: method.name,
      amount,
      bankID: parseRecordId(payment.bankID),
      at: payments.find((item) => item.key === key)?.at ?? systemClock.now(),
      state: 'unknown',
    };
    track(username, sent);
    const isSamePlayer = rememberPlayer();
    // Notifies this player after the form closed, but never another player.
    const tell = (payment: TrackedPayment) =>
      isSamePlayer() && settledPayments.emit('settled', payment);
    try {
      const answer = await pay(type, method, payment, key);
      openKey.current = undefined;
      savePaymentAnswer(key, answer);
      const state = stateOf(answer.status);
      const settledAt = state === 'waiting' ? undefined : systemClock.now();
      const accepted = { ...sent, state, transactionID: answer.transaction_id, settledAt };
      // The platform's own response replaces every earlier state of the key.
      track(username, accepted);
      if (settledAt !== undefined && !isOpen()) tell(accepted);
      rememberPayment(username, type, { method: method.id, amount });
      // An expired session saved the form as a draft, which must not restore a sent payment.
      deleteDraft(paymentDraftName(type, method));
      setStep({ at: 'receipt', key });
      void refreshMoney();
    } catch (error) {
      if (!isGatewayError(error)) throw error;
      const offline = error.reason === 'offline' && t('common:offline.text');
      const message = offline || error.message || t('errors:failure');
      const outcome = outcomeOf(error, repeated !== undefined);
      if (outcome === 'unknown') {
        deleteDraft(paymentDraftName(type, method));
        setStep({ at: 'unknown', key, payment, requestId: error.requestId });
        // The repetition failed, but the outcome of the first attempt is still unknown.
        if (outcomeOf(error) !== 'unknown' && isSamePlayer())
          toastFailure(message, error.requestId, cashierToastTimeoutMs);
        void refreshMoney();
        return;
      }
      if (!isOpen() && !sessionEnds.has(error.reason)) {
        const refused = {
          ...sent,
          state: 'refused',
          message,
          settledAt: systemClock.now(),
        } as const;
        track(username, refused);
        tell(refused);
        return;
      }
      openKey.current = outcome === 'not-sent' ? key : undefined;
      untrack(username, key);
      const limitRequired = error.debug === limitRequiredDebug;
      // The form then asks for the limit first, which makes the message out of date.
      if (limitRequired) await refresh('limits/get');
      const refusal = limitRequired ? undefined : { message, field: error.field };
      setStep({ at: 'form', payment, refusal });
      if (isSamePlayer()) toastFailure(message, error.requestId, cashierToastTimeoutMs);
    }
  });

  // The form reports itself as busy, but it is unmounted by then.
  useBusy(() => busy || step.at === 'confirm');

  const unknownKey = step.at === 'unknown' ? step.key : undefined;
  const tracked = payments.find(({ key }) => key === unknownKey);
  // This page shows the end of the payment.
  useEffect(() => (unknownKey === undefined ? undefined : showReceiptOf(unknownKey)), [unknownKey]);
  // While a repetition runs, its own response decides.
  const resolved = tracked && !busy && tracked.state !== 'unknown' ? tracked : undefined;
  const failure = resolved?.message || t('errors:failure');
  const refusedKey = resolved?.state === 'refused' ? resolved.key : undefined;
  const tellRefusal = useEffectEvent(() => toastFailure(failure, undefined, cashierToastTimeoutMs));
  useEffect(() => {
    if (refusedKey === undefined) return;
    updatePayment(username, refusedKey, { seen: true });
    tellRefusal();
  }, [username, refusedKey]);

  return {
    step: resolved ? resolvedStep(step, resolved, failure) : step,
    /** The amount of the unknown payment. */
    unknownAmount: tracked?.amount,
    busy,
    confirm: (payment: Payment) => setStep({ at: 'confirm', payment }),
    change: (payment: Payment) => setStep({ at: 'form', payment }),
    send: run,
    /** Starts a new payment with a new key. The tab still follows an unknown payment. */
    startOver: () => {
      if (step.at === 'unknown') updatePayment(username, step.key, { left: true });
      setStep({ at: 'form', payment: step.at === 'unknown' ? step.unsent : undefined });
    },
  };
}

/** Returns a function that reports whether the component is still shown. */
function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}
