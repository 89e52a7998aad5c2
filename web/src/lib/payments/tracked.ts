import type { CashType, RecordID } from '@/contracts/types';
import { createStoredValue } from '../storage/storedValue';
import { useStore } from '../store/store';

/** A sent payment that this browser follows. It has no account numbers or other secrets. */
export interface TrackedPayment {
  /** The idempotency key. The platform executes it a single time. */
  key: string;
  type: CashType;
  method: RecordID;
  /** The name of the method, in case the platform no longer lists it. */
  name: string;
  amount: number;
  /** The receiving bank of a transfer. */
  bankID?: RecordID;
  /** The time of sending: milliseconds since 1970. */
  at: number;
  /** `unknown`: there is no final response. `waiting`: the platform has it and has not decided. */
  state: 'unknown' | 'waiting' | 'approved' | 'refused' | 'cancelled';
  /** The id of the platform's transaction, if known. */
  transactionID?: RecordID;
  /** The platform's reason of the refusal. */
  message?: string;
  /** The time of the approval or refusal: milliseconds since 1970. */
  settledAt?: number;
  /** The player has seen the outcome, so no notification shows it. */
  seen?: boolean;
  /** The player began another payment although the outcome is unknown. */
  left?: boolean;
}

/** The maximum number of stored payments of a player. */
const limit = 20;

const states: readonly unknown[] = ['unknown', 'waiting', 'approved', 'refused', 'cancelled'];
const none: readonly TrackedPayment[] = [];

function isTracked(json: unknown): json is TrackedPayment {
  const payment = json as Partial<TrackedPayment> | null;
  return (
    typeof payment?.key === 'string' &&
    typeof payment.amount === 'number' &&
    typeof payment.at === 'number' &&
    typeof payment.name === 'string' &&
    states.includes(payment.state)
  );
}

/** By user name, because the uid changes at every login. Other tabs see the same list. */
const payments = createStoredValue<readonly TrackedPayment[]>('payments', {
  parse: (json) => (Array.isArray(json) ? json.filter(isTracked) : none),
});

/** Runs a listener after a change in this or another tab. */
export const subscribeToPayments = payments.subscribe;

/** Returns the player's payments, the latest first. */
export const trackedPayments = (username: string): readonly TrackedPayment[] =>
  payments.get(username);

/** Returns whether a payment has no final outcome yet. */
export const isOpen = ({ state }: TrackedPayment): boolean =>
  state === 'unknown' || state === 'waiting';

/** Adds a payment before it is sent, or replaces the one with its key. */
export function track(username: string, payment: TrackedPayment): void {
  const others = trackedPayments(username).filter(({ key }) => key !== payment.key);
  const all = [payment, ...others];
  // Drops outcomes that the player has seen first.
  const dropped =
    all.length > limit ? all.findLast((element) => element.seen && !isOpen(element)) : undefined;
  payments.set(all.filter((element) => element !== dropped).slice(0, limit), username);
}

/** Changes a payment. A settled payment never changes, even by a late response of another tab. */
export function updatePayment(
  username: string,
  key: string,
  change: Partial<Omit<TrackedPayment, 'key'>>,
): void {
  payments.set(
    trackedPayments(username).map((payment) => {
      if (payment.key !== key) return payment;
      return isOpen(payment) || change.state === undefined ? { ...payment, ...change } : payment;
    }),
    username,
  );
}

/** Removes a payment that was not executed. */
export const untrack = (username: string, key: string): void =>
  void payments.set(
    trackedPayments(username).filter((payment) => payment.key !== key),
    username,
  );

/** Returns the payment with a method and an unknown outcome. The next request repeats its key. */
export const unknownPayment = (
  username: string,
  type: CashType,
  method: RecordID,
): TrackedPayment | undefined =>
  trackedPayments(username).find(
    (payment) =>
      payment.state === 'unknown' &&
      !payment.left &&
      payment.type === type &&
      payment.method === method,
  );

/** Returns the followed payments of a player, also from other tabs. A guest has none. */
export const useTrackedPayments = (username: string | undefined): readonly TrackedPayment[] =>
  useStore({
    get: () => (username === undefined ? none : trackedPayments(username)),
    subscribe: subscribeToPayments,
  });
