import type { PaymentEvent as Message } from '@/contracts/types';
import { createEmitter } from './emitter';

/**
 * The event `payment` of `/v1/events`: the platform has gone on with a payment of the player, or staff have settled one
 * whose outcome was unknown. It names the transaction, the Idempotency-Key, or both.
 */
export type PaymentEvent = Message['data'];

/** Emits the payment events of the stream. A module of its own because the stream is loaded in a later chunk. */
export const paymentEvents = createEmitter<{ settled: PaymentEvent }>();
