import type { CashType, RecordID } from '@/contracts/types';
import { createStoredValue } from '../storage/storedValue';
import { useStore } from '../store/store';

/** A payment that was sent and whose end this browser follows. It has no account numbers and no other secrets. */
export interface TrackedPayment {
  /** The Idempotency-Key: the platform executes it once (calls.md §5). */
  key: string;
  type: CashType;
  method: RecordID;
  /** The name of the method, for when the platform no longer lists it. */
  name: string;
  amount: number;
  /** The bank that a transfer is sent to. */
  bankID?: RecordID;
  /** When it was sent, milliseconds since 1970. */
  at: number;
  /** `unknown`: no final response has arrived. `waiting`: the platform has it and has not decided. */
  state: 'unknown' | 'waiting' | 'approved' | 'refused' | 'cancelled';
  /** The id of the platform's transaction, once it is known. */
  transactionID?: RecordID;
  /** Why it was refused, in the platform's words. */
  message?: string;
  /** When it was approved or refused. */
  settledAt?: number;
  /** The player has seen its end, so that no notification tells it. */
  seen?: boolean;
  /** The player began another payment although the outcome is unknown. */
  left?: boolean;
}

/** How many payments of a player are stored. */
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

/** By user name: the uid is sealed anew at every login. Other tabs see the same list. */
const payments = createStoredValue<readonly TrackedPayment[]>('payments', {
  parse: (json) => (Array.isArray(json) ? json.filter(isTracked) : none),
});

/** Runs a listener after a change in this tab or in another one. */
export const subscribeToPayments = payments.subscribe;

/** Returns the player's payments, the latest first. */
export const trackedPayments = (username: string): readonly TrackedPayment[] =>
  payments.get(username);

/** Returns whether a payment has not been approved or refused yet. */
export const isOpen = ({ state }: TrackedPayment): boolean =>
  state === 'unknown' || state === 'waiting';

/** Adds a payment before it is sent, or replaces the one with its key. */
export function track(username: string, payment: TrackedPayment): void {
  const others = trackedPayments(username).filter(({ key }) => key !== payment.key);
  const all = [payment, ...others];
  // Ends that the player has seen are dropped first.
  const dropped =
    all.length > limit ? all.findLast((element) => element.seen && !isOpen(element)) : undefined;
  payments.set(all.filter((element) => element !== dropped).slice(0, limit), username);
}

/** Changes a payment. A settled one stays settled: a late answer of another tab changes nothing. */
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

/** Forgets a payment that was not executed. */
export const untrack = (username: string, key: string): void =>
  void payments.set(
    trackedPayments(username).filter((payment) => payment.key !== key),
    username,
  );

/** Returns the payment with a method whose outcome is unknown: the next request with it repeats the key. */
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

/** Returns a player's payments that this browser follows, in step with other tabs; none for a guest. */
export const useTrackedPayments = (username: string | undefined): readonly TrackedPayment[] =>
  useStore({
    get: () => (username === undefined ? none : trackedPayments(username)),
    subscribe: subscribeToPayments,
  });
