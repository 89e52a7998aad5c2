import type { PaymentEvent as Message } from '@/contracts/types';
import { createEmitter } from './emitter';

/**
 * The event `payment` of `/v1/events`. The platform changed a payment of the player, or staff
 * settled one with an unknown outcome. It contains the transaction, the idempotency key, or both.
 */
export type PaymentEvent = Message['data'];

/** Emits the stream's payment events. A separate module, because the stream loads later. */
export const paymentEvents = createEmitter<{ settled: PaymentEvent }>();
