import { useStore } from '../store/useStore';
import { subscribeToPayments, trackedPayments, type TrackedPayment } from './tracked';

const none: readonly TrackedPayment[] = [];

/** Returns a player's payments that this browser follows, in step with other tabs; none for a guest. */
export const useTrackedPayments = (username: string | undefined): readonly TrackedPayment[] =>
  useStore({
    get: () => (username === undefined ? none : trackedPayments(username)),
    subscribe: subscribeToPayments,
  });
