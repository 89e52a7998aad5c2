import { createEmitter } from './emitter';

/** The event `payment` of `/v1/events`: staff have settled a payment whose outcome was unknown. */
export interface PaymentEvent {
  /** The Idempotency-Key of the payment. */
  key: string;
}

/** Emits the payment events of the stream. A module of its own because the stream is loaded in a later chunk. */
export const paymentEvents = createEmitter<{ settled: PaymentEvent }>();
