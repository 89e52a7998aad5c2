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

/** Why a payment was not accepted, and the field of the request that it is about. */
export interface PaymentRefusal {
  message: string;
  field?: string;
}

/** Where the player is with a payment. */
export type PaymentStep =
  | { at: 'form'; payment?: Payment; refusal?: PaymentRefusal }
  | { at: 'confirm'; payment: Payment }
  /**
   * The outcome is unknown. `payment` is what was sent: undefined after a reload, and where another tab has sent it.
   * `unsent` is what the player has filled in meanwhile.
   */
  | { at: 'unknown'; key: string; payment?: Payment; unsent?: Payment; requestId: string }
  | { at: 'receipt'; key: string };

/** With these the session ends and the form is closed by that; it is restored after the next login. */
const sessionEnds: ReadonlySet<Reason> = new Set<Reason>(['session-expired', 'two-factor']);

/** The `debug` of a deposit that is refused until the player has set a deposit limit (calls.md §9). */
const limitRequiredDebug = 'limit required';

/** The states of accepted payments by the status in the platform's answer. */
const stateOf = (status: number): TrackedPayment['state'] => {
  if (status === transactionStatus.approved) return 'approved';
  return status === transactionStatus.refused ? 'refused' : 'waiting';
};

/** Returns the step after an unknown outcome has become known. */
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

/** One attempt to pay: the platform executes it once, whatever is clicked, reloaded or repeated. */
export function usePayment(type: CashType, method: PaymentMethod) {
  const { t } = useTranslation(['cashier', 'common', 'errors']);
  const username = usePlayer()?.profile.username ?? '';
  const payments = useTrackedPayments(username);
  // The key of an attempt that was not processed: it is sent again with the same key.
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
      // Another tab has sent another payment: its key is not the key of this one.
      setStep({ at: 'unknown', key: unknown.key, unsent: payment, requestId: '' });
      return;
    }
    const key = repeated ?? openKey.current ?? (await createIdempotencyKey());
    const amount = Number(payment.amount);
    // Stored before anything is sent: from now on the outcome is unknown, whatever happens to this page.
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
    // Told where the form is gone; a player who has signed in meanwhile is not told.
    const tell = (payment: TrackedPayment) =>
      isSamePlayer() && settledPayments.emit('settled', payment);
    try {
      const answer = await pay(type, method, payment, key);
      openKey.current = undefined;
      savePaymentAnswer(key, answer);
      const state = stateOf(answer.status);
      const settledAt = state === 'waiting' ? undefined : systemClock.now();
      const accepted = { ...sent, state, transactionID: answer.transaction_id, settledAt };
      // The platform's own answer replaces whatever was heard of the key meanwhile.
      track(username, accepted);
      if (settledAt !== undefined && !isOpen()) tell(accepted);
      rememberPayment(username, type, { method: method.id, amount });
      // If the session expired meanwhile, the form was saved as a draft; a sent payment must not be restored.
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
        // A repetition was stopped on its way: the player reads why.
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
      // The form then asks for the limit first; the message would be out of date once that is set.
      if (limitRequired) await refresh('limits/get');
      const refusal = limitRequired ? undefined : { message, field: error.field };
      setStep({ at: 'form', payment, refusal });
      if (isSamePlayer()) toastFailure(message, error.requestId, cashierToastTimeoutMs);
    }
  });

  // The form, which says so while it is filled in, is gone by then.
  useBusy(() => busy || step.at === 'confirm');

  const unknownKey = step.at === 'unknown' ? step.key : undefined;
  const tracked = payments.find(({ key }) => key === unknownKey);
  // Its end is shown here.
  useEffect(() => (unknownKey === undefined ? undefined : showReceiptOf(unknownKey)), [unknownKey]);
  // While a repetition runs, its own answer decides.
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
    /** The amount of a payment whose outcome is unknown. */
    unknownAmount: tracked?.amount,
    busy,
    confirm: (payment: Payment) => setStep({ at: 'confirm', payment }),
    change: (payment: Payment) => setStep({ at: 'form', payment }),
    send: run,
    /** Starts a new payment with a new key. An unknown one is still followed. */
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
