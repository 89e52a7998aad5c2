import type { RecordID } from '@/contracts/types';
import { supports } from '../bootstrap/bootstrap';
import { useRestriction } from '../break/restriction';
import { createEmitter } from '../events/emitter';
import { useClosedPart } from '../maintenance/flag';
import { parseRecordId } from '../recordId';

/** What the deposit drawer opens with. */
export interface DepositRequest {
  /** The payment method; without it the player's last one. */
  method?: RecordID;
  /** The player chooses the method, also where there is a last one. */
  choose?: boolean;
  /** The amount; without it the player's last one with the method. */
  amount?: number;
  /** The key of the payment whose receipt is shown. */
  receipt?: string;
}

/** The names of the query in which an address has an open deposit drawer: `/?deposit=31&amount=500`. */
const names = { method: 'deposit', amount: 'amount', receipt: 'depositReceipt' } as const;

/** The method of an address at which the player chooses one; no id of a record. */
const anyMethod = '*';

/** Returns what the drawer opens with at an address; undefined when it is closed. */
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

/** Returns the query with the drawer closed; the other parts stay as they are. */
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
