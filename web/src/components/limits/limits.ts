import type {
  CoolOffRequest,
  LimitKind,
  LimitPeriod,
  SelfExcludeRequest,
  SetLimitRequest,
} from '@/contracts/types';
import { refresh } from '@/lib/swr/cache';

/** The periods of limits, shortest first. */
export const limitPeriods = ['day', 'week', 'month'] as const satisfies readonly LimitPeriod[];

/** The lengths of breaks in hours, shortest first. */
export const breakHours = [24, 72, 168, 720] as const satisfies readonly BreakHours[];
export type BreakHours = CoolOffRequest['hours'];

/** The lengths of self-exclusions in months, shortest first. A self-exclusion may have no end. */
export const exclusionMonths = [6, 12, 60] as const satisfies readonly ExclusionMonths[];
type ExclusionMonths = NonNullable<SelfExcludeRequest['months']>;

/** Returns whether limits of a kind are in minutes. All others are amounts. */
export const isInMinutes = (kind: LimitKind): boolean => kind === 'session_time';

/** Returns whether a number can be a limit: above zero, and whole if the kind is in minutes. */
export const isLimitValue = (kind: LimitKind, value: number): boolean =>
  value > 0 && (!isInMinutes(kind) || Number.isInteger(value));

/** Returns a number as the value of a limit of a kind. */
export const limitValue = <Value extends number | null>(
  kind: LimitKind,
  value: Value,
): { minutes?: Value; amount?: Value } =>
  isInMinutes(kind) ? { minutes: value } : { amount: value };

/** Returns the request that sets a limit. Null removes it. */
export const limitRequest = (
  kind: LimitKind,
  period: LimitPeriod,
  value: number | null,
): SetLimitRequest => ({ kind, period, ...limitValue(kind, value) });

/** Revalidates the player's limits, breaks and exclusions and their history. */
export const refreshLimits = (): Promise<void> => refresh('limits/get', 'limits/history');
