import { supports } from '../bootstrap/supports';
import { useRestriction } from '../break/restriction';
import { createEmitter } from '../events/emitter';
import { useClosedPart } from '../maintenance/flag';
import type { DepositRequest } from './address';

/** Emits the requests to open the deposit drawer; the application listens. */
export const depositRequests = createEmitter<{ open: DepositRequest }>();

/**
 * Opens the deposit drawer over the current page, which stays as it is. A guest logs in first and returns into the
 * drawer.
 */
export const openDeposit = (request: DepositRequest = {}): void =>
  depositRequests.emit('open', request);

/**
 * Returns whether the brand's platform takes deposits, they are not under maintenance, and the player takes no break and is
 * not self-excluded; without it no button opens the drawer.
 */
export function useCanDeposit(): boolean {
  const restricted = useRestriction() !== undefined;
  const closed = useClosedPart('deposits') !== undefined;
  return supports('finance/list_cash_methods_new') && !restricted && !closed;
}
