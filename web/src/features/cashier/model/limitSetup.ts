import type { LimitPeriod } from '@/contracts/types';

/** The periods of a deposit limit, shortest first. */
export const limitPeriods = ['day', 'week', 'month'] as const satisfies readonly LimitPeriod[];

/** The values of the form that sets a deposit limit; an empty amount is a text. */
export interface LimitValues {
  period: LimitPeriod;
  amount: number | string;
}

/** The values that the form begins with. */
export const emptyLimit: LimitValues = { period: 'month', amount: '' };
