import type { components } from '@/contracts/staff';
import { staffPaths } from '@/lib/paths/staff';
import type { TagTone } from '../components/Tag';

export type Payment = components['schemas']['Payment'];
export type MoneyFate = components['schemas']['MoneyFate'];
export type Outcome = MoneyFate['outcome'];

/** The tone in which the outcome of a payment is shown. */
export const outcomeTones = {
  in_flight: 'info',
  executed: 'positive',
  refused: 'neutral',
  unknown: 'warning',
  not_sent: 'neutral',
} as const satisfies Record<Outcome, TagTone>;

/** What an account can do about a payment. */
export type NextStep = 'propose' | 'approve' | 'wait' | 'none';

/** Returns what `account` can do: propose an outcome, approve another account's proposal, or wait for another account. */
export function nextStep({ state, settlement }: Payment, account: string): NextStep {
  if (settlement?.approvedAt) return 'none';
  if (settlement) return settlement.proposedBy === account ? 'wait' : 'approve';
  return state === 'unknown' ? 'propose' : 'none';
}

/** The address of the page of a money key; the brand tells apart players who used the same. */
export const paymentAddress = ({ key, brand }: { key: string; brand: string }): string =>
  `${staffPaths.payment.to({ key })}?brand=${encodeURIComponent(brand)}`;
