import { describe, expect, it } from 'vitest';
import { decisionOf, limitsFile, valueOf, type LimitProposal } from './limits';

it.each([
  ['deposit', '500', { amount: 500 }],
  ['deposit', ' 12,50 ', { amount: 12.5 }],
  ['deposit', '50.000 TL', { amount: 50_000 }],
  ['loss', '0', undefined],
  ['stake', '1,005', undefined],
  ['deposit', '-5', undefined],
  ['deposit', '1e3', undefined],
  ['deposit', '', undefined],
  ['session_time', '90', { minutes: 90 }],
  ['session_time', '1.5', undefined],
  ['session_time', '44641', undefined],
] as const)('the typed value of a limit %s %s', (kind, typed, value) => {
  expect(valueOf(kind, typed, 'TRY')).toEqual(value);
});

describe('a proposal', () => {
  const proposal: LimitProposal = {
    subject: 'break',
    reason: 'x',
    by: 'destek',
    at: '2026-11-23T10:00:00Z',
    from: '2026-11-24T10:00:00Z',
    ready: false,
  };
  const early = Date.parse('2026-11-24T09:59:59Z');

  const ready = { ...proposal, ready: true };

  it.each([
    ['waits for its time', proposal, 'yonetici', early, 'early'],
    ['is approved by another account then', proposal, 'yonetici', early + 1000, 'approve'],
    ['is approved by another account when it is ready', ready, 'yonetici', early, 'approve'],
    ['is never approved by its own account', ready, 'Destek', early, 'own'],
    ['is never approved by another account of its person', ready, 'oidc:d.kaya', early, 'own'],
  ])('%s', (_, of, account, now, decision) => {
    expect(decisionOf(of, account, now)).toBe(decision);
  });
});

it('the file for the regulator is of a brand and whole days', () => {
  const november = { brand: 'marmara', from: '2026-11-01', until: '2026-11-30' };
  const file = new URL(limitsFile(november), 'http://x');
  expect(file.searchParams.get('brand')).toBe('marmara');
  expect(file.searchParams.get('from')).toBe(new Date('2026-11-01T00:00').toISOString());
  expect(file.searchParams.get('until')).toBe(new Date('2026-12-01T00:00').toISOString());
  const everything = limitsFile({ brand: 'marmara', from: '', until: '' });
  expect(everything).toBe('/staff/v1/limits.csv?brand=marmara');
});
