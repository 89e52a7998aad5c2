import { isInMinutes, isLimitValue, limitValue } from '@/components/limits/limits';
import type { components } from '@/contracts/staff';
import type { LimitPeriod } from '@/contracts/types';
import { parseAmount } from '@/lib/format/amount';
import { currentLanguage } from '@/lib/i18n/language';
import { auditQuery, maybeSamePerson, type AuditFilter } from './accounts';

type Schemas = components['schemas'];

export type PlayerLimits = Schemas['PlayerLimits'];
export type LimitChange = PlayerLimits['history'][number];
export type LimitProposal = Schemas['LimitProposal'];
export type LimitDifference = Schemas['LimitDifference'];
export type LimitHeld = Schemas['LimitHeld'];
export type LimitKind = Schemas['LimitKind'];

export const maxReason = 500;

/** Identifies a limit of a player. There is at most one per kind and period. */
export interface LimitId {
  kind: LimitKind;
  period: LimitPeriod;
}

/** The key of a limit in lists. */
export const limitKey = ({ kind, period }: LimitId): string => `${kind}/${period}`;

/** A value of a limit: an amount, or minutes of session time. */
export interface LimitValue {
  amount?: number;
  minutes?: number;
}

const maxMinutes = 44_640;
const maxAmount = 1_000_000_000;

/** Returns the entered value of a limit, or undefined if it is invalid. */
export function valueOf(kind: LimitKind, typed: string, currency: string): LimitValue | undefined {
  const value = parseAmount(typed, currentLanguage(), currency) ?? 0;
  const max = isInMinutes(kind) ? maxMinutes : maxAmount;
  return isLimitValue(kind, value) && value <= max ? limitValue(kind, value) : undefined;
}

/** Returns a value as a number in the unit of its limit. */
export const numberOf = ({ amount, minutes }: LimitValue): number => amount ?? minutes ?? 0;

/** Returns the account's option: approve the proposal, wait, or leave it to another account. */
export function decisionOf(
  { by, from, ready }: LimitProposal,
  account: string,
  now: number,
): 'approve' | 'early' | 'own' {
  if (maybeSamePerson(by, account)) return 'own';
  return ready || now >= Date.parse(from) ? 'approve' : 'early';
}

/**
 * Returns the address of the file with a brand's changes. Days are yyyy-mm-dd, or '' for no bound.
 */
export const limitsFile = (period: Required<Pick<AuditFilter, 'brand' | 'from' | 'until'>>) =>
  `/staff/v1/limits.csv?${new URLSearchParams(Object.entries(auditQuery(period))).toString()}`;
