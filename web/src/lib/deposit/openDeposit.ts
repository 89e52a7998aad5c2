import type { RecordID } from '@/contracts/types';
import { supports } from '../bootstrap/bootstrap';
import { useRestriction } from '../break/restriction';
import { createEmitter } from '../events/emitter';
import { useClosedPart } from '../maintenance/flag';
import { parseRecordId } from '../recordId';

/** The initial values of the deposit drawer. */
export interface DepositRequest {
  /** The payment method. Default: the player's last method. */
  method?: RecordID;
  /** Lets the player choose the method even if a last method exists. */
  choose?: boolean;
  /** The amount. Default: the player's last amount with the method. */
  amount?: number;
  /** The key of the payment of the shown receipt. */
  receipt?: string;
}

/** The query parameters of an open deposit drawer, as in `/?deposit=31&amount=500`. */
const names = { method: 'deposit', amount: 'amount', receipt: 'depositReceipt' } as const;

/** The parameter's value if the player has to choose the method. No record has this id. */
const anyMethod = '*';

/** Returns the initial values of the drawer at an address, or undefined if it is closed. */
export function readDeposit(search: string): DepositRequest | undefined {
  const query = new URLSearchParams(search);
  const id = query.get(names.method);
  if (id === null) return undefined;
  const amount = Number(query.get(names.amount));
  return {
    method: parseRecordId(id),
    choose: id === anyMethod || undefined,
    amount: amount > 0 && amount < Infinity ? amount : undefined,
    receipt: query.get(names.receipt) ?? undefined,
  };
}

/** Returns the query with the drawer closed. Other parameters do not change. */
export function withoutDeposit(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has(names.method)) return search;
  for (const name of Object.values(names)) query.delete(name);
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}

/** Returns the query with the drawer open. */
export function withDeposit(search: string, request: DepositRequest): string {
  const { method, choose, amount, receipt } = request;
  const query = new URLSearchParams(withoutDeposit(search));
  query.set(names.method, choose ? anyMethod : String(method ?? ''));
  if (amount !== undefined) query.set(names.amount, String(amount));
  if (receipt !== undefined) query.set(names.receipt, receipt);
  return `?${query.toString()}`;
}

/** Emits requests to open the deposit drawer. The application listens. */
export const depositRequests = createEmitter<{ open: DepositRequest }>();

/** Opens the deposit drawer over the current page. A guest logs in first and returns to it. */
export const openDeposit = (request: DepositRequest = {}): void =>
  depositRequests.emit('open', request);

/**
 * Returns whether the player can deposit. The platform must support deposits, they must be open,
 * and the player must have no break or self-exclusion. If false, no button opens the drawer.
 */
export function useCanDeposit(): boolean {
  const restricted = useRestriction() !== undefined;
  const closed = useClosedPart('deposits') !== undefined;
  return supports('finance/list_cash_methods_new') && !restricted && !closed;
}
