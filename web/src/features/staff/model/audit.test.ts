import { expect, it } from 'vitest';
import { auditFile, auditQuery } from './audit';

it('leaves out fields without a value', () => {
  expect(auditQuery({ who: '', action: 'purge', brand: '' })).toEqual({ action: 'purge' });
});

it('takes whole days of the browser’s time zone', () => {
  const { from, until } = auditQuery({ from: '2026-11-22', until: '2026-11-23' });
  expect(new Date(from!)).toEqual(new Date(2026, 10, 22));
  expect(new Date(until!)).toEqual(new Date(2026, 10, 24));
});

it('exports what is shown', () => {
  expect(auditFile({}, 'csv')).toBe('/staff/v1/audit.csv');
  expect(auditFile({ who: 'destek', action: 'maintenance window' }, 'jsonl')).toBe(
    '/staff/v1/audit.jsonl?who=destek&action=maintenance+window',
  );
});
