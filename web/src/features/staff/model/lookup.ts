import type { components } from '@/contracts/staff';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { parseAmount } from '@/lib/format/amount';
import { currentLanguage } from '@/lib/i18n/language';
import { staffPaths } from '@/lib/paths/staff';
import type { TagTone } from '../components/Values';
import type { Filter } from '../hooks/page';
import { maybeSamePerson } from './accounts';

/** The possible meanings of a search text. */
export type Lookup = 'payment' | 'request' | 'player' | 'transaction' | 'amount';

/** The search fields of payments and requests, with times in the browser's time zone. */
export const lookupFields = ['transaction', 'amount', 'from', 'until', 'brand'] as const;

/** Returns the amount of a text in the console's language, with or without currency. */
export const amountOf = (typed: string): number | undefined =>
  parseAmount(typed, currentLanguage(), bootstrap().currency);

/** Returns the query of a search without empty fields. */
export function lookupQuery({
  from,
  until,
  amount,
  ...rest
}: Filter<(typeof lookupFields)[number]>) {
  const time = (text = '') =>
    Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();
  const query = {
    ...rest,
    amount: amount && String(amountOf(amount) ?? amount),
    from: time(from),
    until: time(until),
  };
  return Object.fromEntries(Object.entries(query).filter(([, entry]) => entry)) as Partial<
    typeof query
  >;
}

const moneyKey = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The pattern of Croupier's request ids: 26 characters of Base32. */
const requestId = /^[A-Z2-7]{26}$/;

/** Returns the possible meanings of a text, the likeliest first. */
export function lookupsOf(text: string): Lookup[] {
  const query = text.trim();
  if (query === '') return [];
  if (moneyKey.test(query)) return ['payment', 'player', 'request'];
  if (requestId.test(query)) return ['request', 'player'];
  if (/^\d{4,}$/.test(query)) return ['transaction', 'amount', 'player', 'request'];
  if (amountOf(query) !== undefined) return ['amount', 'player'];
  return query.includes('@') ? ['player'] : ['player', 'request'];
}

const plain = (text: string) =>
  text.toLocaleLowerCase('tr').normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');

/** Reports whether every word of a query begins a word of a label, ignoring case and accents. */
export function matches(label: string, query: string): boolean {
  const words = plain(label).split(/[\s:]+/);
  return plain(query)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

export type Payment = components['schemas']['Payment'];
type MoneyFate = components['schemas']['MoneyFate'];
export type Outcome = MoneyFate['outcome'];

/** The tones for the outcomes of payments. */
export const outcomeTones = {
  in_flight: 'info',
  executed: 'positive',
  refused: 'neutral',
  unknown: 'warning',
  not_sent: 'neutral',
} as const satisfies Record<Outcome, TagTone>;

/** The possible action of an account on a payment. */
type NextStep = 'propose' | 'approve' | 'wait' | 'none';

/** Returns the action of `account`: propose an outcome, approve another's proposal, or wait. */
export function nextStep({ state, settlement }: Payment, account: string): NextStep {
  if (settlement?.approvedAt) return 'none';
  if (settlement) return maybeSamePerson(settlement.proposedBy, account) ? 'wait' : 'approve';
  return state === 'unknown' ? 'propose' : 'none';
}

/** Returns the address of a payment's page. Players of two brands may have used the same key. */
export const paymentAddress = ({ key, brand }: { key: string; brand: string }): string =>
  `${staffPaths.payment.to({ key })}?brand=${encodeURIComponent(brand)}`;

export type PlayerDetail = components['schemas']['PlayerDetail'];
