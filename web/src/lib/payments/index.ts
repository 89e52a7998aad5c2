export {
  deletePaymentAnswer,
  paymentAnswer,
  savePaymentAnswer,
  subscribeToPaymentAnswers,
} from './answer';
export type { PaymentAnswer } from './answer';
export { followedMs } from './follow';
export { outcomeOf } from './outcome';
export type { FailedOutcome } from './outcome';
export {
  isReceiptShown,
  refreshMoney,
  settledPayments,
  showReceiptOf,
  startFollowing,
} from './site';
export { isOpen, track, trackedPayments, unknownPayment, untrack, updatePayment } from './tracked';
export type { TrackedPayment } from './tracked';
export { useTrackedPayments } from './useTrackedPayments';
