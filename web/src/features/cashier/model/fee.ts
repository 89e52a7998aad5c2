import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';

/** What a payment costs and moves, in units of the currency. */
export interface PaymentSums {
  fee: number;
  /** What the player pays for a deposit, or what leaves the balance for a withdrawal. */
  paid: number;
  /** What arrives in the balance, or in the player's account. */
  arrives: number;
}

/**
 * Returns fee and sums of a payment; `percent` is the method's fee. It is added to a deposit and kept back from a
 * withdrawal (contracts/schemas/finance.json).
 */
export function paymentSums(type: CashType, amount: number, percent: number): PaymentSums {
  const minor = Math.round(amount * 100);
  const fee = Math.round((minor * percent) / 100);
  return type === cashType.deposit
    ? { fee: fee / 100, paid: (minor + fee) / 100, arrives: minor / 100 }
    : { fee: fee / 100, paid: minor / 100, arrives: (minor - fee) / 100 };
}
