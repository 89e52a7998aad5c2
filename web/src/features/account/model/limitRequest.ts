import type { LimitKind, LimitPeriod, SetLimitRequest } from '@/contracts/types';

/** Returns the request that sets a limit: minutes of session time, an amount of the other kinds; null removes it. */
export const limitRequest = (
  kind: LimitKind,
  period: LimitPeriod,
  value: number | null,
): SetLimitRequest =>
  kind === 'session_time' ? { kind, period, minutes: value } : { kind, period, amount: value };
