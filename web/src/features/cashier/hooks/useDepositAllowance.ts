import { useLimitsGet } from '@/contracts/hooks/limits';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';

/** What the limits that the player has set allow of a deposit. */
interface DepositAllowance {
  /** What is left of the tightest limit; undefined without one, or until it is known. */
  left?: number;
  /** Nothing may be deposited: the player takes a break or is self-excluded. */
  closed?: boolean;
  /** The player has to set a deposit limit before the first deposit. */
  limitRequired?: boolean;
}

/** Returns what the player's limits allow; nothing is asked and nothing withheld for withdrawals. */
export function useDepositAllowance(type: CashType): DepositAllowance {
  const { data } = useLimitsGet(type === cashType.deposit ? {} : null);
  if (!data) return {};
  const left = data.limits.filter((limit) => limit.kind === 'deposit').map((limit) => limit.left);
  return {
    left: left.length > 0 ? Math.min(...left) : undefined,
    closed: !!(data.exclusion ?? data.cool_off),
    limitRequired: data.deposit_limit_required,
  };
}
