import { describe, expect, it } from 'vitest';
import { calls } from '@/contracts/calls';
import en from '@/locales/en/staff.json';
import enPages from '@/locales/en/staffPages.json';
import tr from '@/locales/tr/staff.json';
import trPages from '@/locales/tr/staffPages.json';
import { auditFile, auditQuery, may, maySomewhere, type Roles } from './accounts';
import { lookupsOf, matches, nextStep, type Payment } from './lookup';

it('the query of the audit log omits empty fields and covers whole days of the browser', () => {
  expect(auditQuery({ who: '', action: 'purge', brand: '' })).toEqual({ action: 'purge' });
  const { from, until } = auditQuery({ from: '2026-11-22', until: '2026-11-23' });
  expect(new Date(from!)).toEqual(new Date(2026, 10, 22));
  expect(new Date(until!)).toEqual(new Date(2026, 10, 24));
});

it('the file of the audit log has the filter of the page', () => {
  expect(auditFile({}, 'csv')).toBe('/staff/v1/audit.csv');
  expect(auditFile({ who: 'destek', action: 'maintenance window' }, 'jsonl')).toBe(
    '/staff/v1/audit.jsonl?who=destek&action=maintenance+window',
  );
});

describe('the one search field', () => {
  it.each([
    ['an idempotency key', '5c1e3c2a-8f3f-4c54-9f0e-2f3d1a0b9c8d', 'payment'],
    ['a request id', 'ABCDEFGHIJKLMNOPQRSTUVWX23', 'request'],
    ['an email address', 'deniz@example.com', 'player'],
    ['a user name', 'demo', 'player'],
    ['a transaction number', '9900413', 'transaction'],
    ['an amount', '1.500', 'amount'],
  ])('recognises %s', (_, text, expected) => {
    expect(lookupsOf(` ${text} `)[0]).toBe(expected);
  });

  it('also recognises digits as a uid', () => expect(lookupsOf('100042')).toContain('player'));

  it('recognises nothing in an empty text', () => expect(lookupsOf('  ')).toEqual([]));
});

it('matches words by their beginnings, without case and accents', () => {
  expect(matches('Önbelleği boşalt', 'onb')).toBe(true);
  expect(matches('İşletme: Trafik', 'isletme tra')).toBe(true);
  expect(matches('Zephyr: bakıma al', 'bakima ze')).toBe(true);
  expect(matches('Markalar', 'arka')).toBe(false);
});

const payment = (over: Partial<Payment>): Payment => ({
  key: '01890000-0000-7000-8000-000000000001',
  brand: 'marmara',
  at: '2026-11-23T10:00:00Z',
  state: 'unknown',
  ...over,
});
const proposal = {
  outcome: 'executed',
  reference: 'T-1',
  proposedBy: 'destek',
  proposedAt: '2026-11-23T10:05:00Z',
} as const;

it.each([
  ['an unknown outcome is proposed', payment({}), 'destek', 'propose'],
  ['a known outcome needs nothing', payment({ state: 'executed' }), 'destek', 'none'],
  ['a payment in flight needs nothing', payment({ state: 'in_flight' }), 'destek', 'none'],
  ['one waits for one’s own proposal', payment({ settlement: proposal }), 'destek', 'wait'],
  ['another approves it', payment({ settlement: proposal }), 'yonetici', 'approve'],
  [
    'an approved settlement needs nothing',
    payment({
      settlement: { ...proposal, approvedBy: 'yonetici', approvedAt: '2026-11-23T11:00:00Z' },
    }),
    'yonetici',
    'none',
  ],
])('of a payment, %s', (_, shown, account, expected) => {
  expect(nextStep(shown, account)).toBe(expected);
});

describe('rights by role and brand', () => {
  const roles: Roles = { '*': 'viewer', zephyr: 'support', pera: 'editor' };

  it.each([
    ['support', 'zephyr', true],
    ['support', 'marmara', false],
    ['support', 'pera', false],
    ['editor', 'pera', true],
    ['editor', 'zephyr', false],
    ['admin', 'zephyr', false],
    ['viewer', 'pera', true],
    ['support', undefined, false],
    ['viewer', undefined, true],
  ] as const)('may(%s, %s) is %s', (least, brand, expected) => {
    expect(may(roles, least, brand)).toBe(expected);
  });

  it('the role for all brands and the role of a brand both apply', () => {
    const both: Roles = { '*': 'support', zephyr: 'editor', marmara: 'viewer' };
    expect(may(both, 'support', 'zephyr') && may(both, 'editor', 'zephyr')).toBe(true);
    expect(may(both, 'support', 'marmara')).toBe(true);
    const combined: Roles = { pera: 'support+editor' };
    expect(may(combined, 'support', 'pera') && may(combined, 'editor', 'pera')).toBe(true);
    expect(may(combined, 'admin', 'pera')).toBe(false);
    expect(may({ zephyr: 'viewer' }, 'viewer', 'marmara')).toBe(false);
  });

  it('a role for one brand is a role somewhere', () => {
    expect(maySomewhere(roles, 'support')).toBe(true);
    expect(maySomewhere(roles, 'admin')).toBe(false);
  });
});

it.each([
  ['tr', [tr, trPages], /\bmen(i|ler)?[ ,.;?]|dayanak|denetim günlü|kapatma\b|bütün markalar/i],
  ['en', [en, enPages], /closure|grounds|log-in|log-out|(?<!self-)exclusion|\bwhy\b/i],
])('uses one word per thing in %s', (_, texts, others) => {
  const found: string[] = [];
  JSON.stringify(texts, (_, text: unknown) => {
    if (typeof text === 'string' && others.test(text)) found.push(text);
    return text;
  });
  expect(found).toEqual([]);
});

it.each(Object.entries({ tr, en }))('names every call of the contract in %s', (_, texts) => {
  const classes: Record<string, string> = texts.classes;
  const names: Record<string, Record<string, string>> = texts.calls;
  const nameless = Object.keys(calls).filter((call) => {
    const [group = '', method = ''] = call.split('/');
    return !classes[group] || !names[group]?.[method];
  });
  expect(nameless).toEqual([]);
});
