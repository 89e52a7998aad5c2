import { describe, expect, it } from 'vitest';
import { openWindow } from '../testing/fixtures';
import {
  changedFields,
  emptyNotice,
  endOf,
  extended,
  faultsOf,
  fromField,
  noticeOf,
  patchOf,
  requestOf,
  toField,
} from './notice';

const now = new Date('2026-05-01T12:00:00').getTime();
const notice = emptyNotice('marmara');

describe('the request of a notice', () => {
  it('is the manual switch when it begins now and has no end', () => {
    expect(requestOf({ ...notice, message: { tr: ' Bakım ', en: ' ' }, why: ' DB ' })).toEqual({
      kind: 'switch',
      body: { on: true, message: { tr: 'Bakım' }, why: 'DB' },
    });
  });

  it('is a window without a start when it begins now and has an end', () => {
    expect(requestOf({ ...notice, until: '2026-05-01T13:00', parts: ['casino'] })).toEqual({
      kind: 'window',
      body: { calls: ['casino'], until: fromField('2026-05-01T13:00') },
    });
  });

  it('has an end counted from its start, however long the form was open', () => {
    const later = { ...notice, from: '2026-05-01T13:00', until: '+60', parts: ['slots'] };
    expect(requestOf(later).body).toEqual({
      parts: ['slots'],
      from: fromField('2026-05-01T13:00'),
      until: fromField('2026-05-01T14:00'),
    });
    expect(endOf({ ...notice, until: '+60' }, now)).toBe(now + 3_600_000);
    expect(endOf(later, now, true)).toBe(now + 3_600_000);
  });

  it('contains addresses as prefixes', () => {
    const { body } = requestOf({ ...notice, bypass: '203.0.113.7\n2001:db8::/32, 2001:db8::1' });
    expect(body.bypass).toEqual(['203.0.113.7/32', '2001:db8::/32', '2001:db8::1/128']);
  });
});

describe('the faults of a notice', () => {
  it.each([
    ['a start in the past', { from: '2026-05-01T11:00' }, { from: 'past' }],
    ['an end in the past', { until: '2026-05-01T11:59' }, { until: 'past' }],
    [
      'an end before its start',
      { from: '2026-05-01T14:00', until: '2026-05-01T13:00' },
      { until: 'order' },
    ],
    ['an address that is none', { bypass: 'office' }, { bypass: 'address' }],
    ['no part', { partial: true }, { parts: 'none' }],
    ['a part with a class', { partial: true, parts: ['casino', 'slots'] }, { parts: 'mixed' }],
    ['none', { from: '2026-05-01T13:00', until: '2026-05-01T14:00', bypass: '10.0.0.0/8' }, {}],
    ['not the past start of an open window', { from: '2026-05-01T11:00' }, {}, true],
  ] as const)('%s', (_, over, expected, isOpen?: boolean) => {
    expect(faultsOf({ ...notice, ...over }, now, isOpen)).toEqual(expected);
  });
});

describe('the patch of a window', () => {
  const from = new Date('2026-05-01T12:00:00').toISOString();
  const until = new Date('2026-05-01T13:00:00').toISOString();
  const window = openWindow({ from, until, message: { tr: 'Bakım', en: 'Work' }, why: 'DB' });

  it('is empty when nothing has changed', () => {
    expect(patchOf(window, noticeOf(window))).toEqual({});
  });

  it('has only the changed fields, and null for a cleared field', () => {
    const changed = { ...noticeOf(window), until: '2026-05-01T14:00', why: '' };
    expect(patchOf(window, changed)).toEqual({ until: fromField('2026-05-01T14:00'), why: null });
  });

  it('reopens the calls of an earlier version only if they are not selected', () => {
    const earlier = openWindow({ calls: ['casino'] });
    const patched = (...parts: string[]) => patchOf(earlier, { ...noticeOf(earlier), parts });
    expect(patched('casino')).toEqual({});
    expect(patched('slots')).toEqual({ parts: ['slots'], calls: null });
    expect(patched('casino', 'slots')).toEqual({ parts: ['slots'], calls: ['casino'] });
  });

  it('contains the fields that another person has changed', () => {
    const theirs = { ...window, version: 2, message: { en: 'Work', tr: 'Bakım' }, why: 'disk' };
    expect(changedFields(window, theirs)).toEqual(['why']);
  });
});

it('an extension counts from the end, or from now when that has passed', () => {
  const until = new Date(now + 600_000).toISOString();
  expect(extended(openWindow({ until }), 30, now)).toBe(new Date(now + 2_400_000).toISOString());
  expect(extended(openWindow({ until: undefined }), 30, now)).toBe(
    new Date(now + 1_800_000).toISOString(),
  );
});

it('a time becomes the value of a field and back', () => {
  expect(fromField(toField(new Date('2026-05-01T12:34:00')))).toBe(
    new Date('2026-05-01T12:34:00').toISOString(),
  );
});
