export { createIdempotencyKey, serverClock } from './key';
