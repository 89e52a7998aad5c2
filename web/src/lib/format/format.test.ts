import { describe, expect, it } from 'vitest';
import { parseAmount } from './amount';
import { formatMoney, formatNumber } from './number';
import { formatDate, formatRelative, parseWireDate, splitDuration, toWireDate } from './date';

const plain = (text: string) =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u2066\u2069]/g, '');

describe('money', () => {
  it.each<[Parameters<typeof formatMoney>, string]>([
    [[1234.5, 'TRY', 'tr'], '1.234,50 TL'],
    [[1234.5, 'TRY', 'en'], '1,234.50 TL'],
    [[1234.5, 'TRY', 'de'], '1.234,50 TL'],
    [[1234.5, 'TRY', 'ru'], '1 234,50 TL'],
    [[1234.5, 'TRY', 'ar'], '1,234.50 TL'],
    // The code of other currencies.
    [[1234.5, 'EUR', 'de'], '1.234,50 EUR'],
    // The sign of the currency, if the brand uses it.
    [[1234.5, 'TRY', 'tr', {}, 'symbol'], '₺1.234,50'],
    [[1234.5, 'TRY', 'en', {}, 'symbol'], '₺1,234.50'],
    [[1234.5, 'TRY', 'de', {}, 'symbol'], '1.234,50 ₺'],
    [[1234.5, 'TRY', 'ru', {}, 'symbol'], '1 234,50 ₺'],
    // Only zero decimals are omitted.
    [[250, 'TRY', 'tr', { round: true }], '250 TL'],
    [[250.5, 'TRY', 'tr', { round: true }], '250,50 TL'],
  ])('of %j is %s', (of, expected) => {
    const text = formatMoney(...of);
    expect(plain(text)).toBe(expected);
    if (text.endsWith('TL')) expect(text).toContain('\u00a0TL');
  });

  it('is isolated in Arabic, so that sign and currency keep their places', () => {
    expect(formatMoney(-5, 'TRY', 'ar')).toMatch(/^\u2066.*5\.00\u00a0TL\u2069$/);
    expect(formatMoney(-5, 'TRY', 'tr')).toBe('-5,00\u00a0TL');
  });

  it('numbers are formatted in the language', () => {
    expect(formatNumber(1234567, 'tr')).toBe('1.234.567');
  });
});

it.each([
  ['tr', ['1.500', '1500', '1500,00', '1 500', '1500 TL', '₺1.500', '١٥٠٠', '۱۵۰۰', '１５００']],
  ['en', ['1,500', '1500.00', '1,500.00 TL', '₺1,500', "1'500"]],
  ['de', ['1.500', '1.500,0', '1500 tl', '\u200e1.500\u200f']],
  ['ru', ['1 500', '1\u00a0500', '1\u202f500,00', '1500.0']],
  ['ar', ['1,500', '1500.00', '١٬٥٠٠', '١٬٥٠٠٫٠٠', '\u2066₺1,500.00\u2069']],
] as const)('parseAmount reads 1500 as %s writes it', (language, texts) => {
  const unread = texts.filter((text) => parseAmount(text, language, 'TRY') !== 1500);
  expect(unread).toEqual([]);
});

it.each([
  ['tr', '1.234.567,8', 1234567.8],
  ['tr', '12.5', 12.5],
  ['en', '12,50', 12.5],
  ['tr', ',5', 0.5],
  ['tr', '1,500', undefined],
  ['en', '1.500', undefined],
  ['ru', '1.500', undefined],
  ['tr', '0.500', undefined],
  ['tr', '1.5000', undefined],
  ['tr', '1.234,567', undefined],
  ['tr', '1.234 567', undefined],
  ['tr', '1500 EUR', undefined],
  ['tr', '5 bin', undefined],
  ['tr', '-5', undefined],
  ['tr', '1e3', undefined],
] as const)('parseAmount reads %s %j as %s', (language, text, amount) => {
  expect(parseAmount(text, language, 'TRY')).toBe(amount);
});

describe('wire dates', () => {
  it.each([
    ['2026-07-01 12:00:00', 'Europe/Istanbul', '2026-07-01T09:00:00.000Z'],
    // Daylight saving time.
    ['2026-07-01 12:00:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-01-01 12:00:00', 'Europe/Berlin', '2026-01-01T11:00:00.000Z'],
  ])('%s in the brand’s time zone %s is %s', (wire, zone, iso) => {
    expect(parseWireDate(wire, zone).toISOString()).toBe(iso);
    expect(toWireDate(new Date(iso), zone)).toBe(wire);
  });

  it('may have no time', () => {
    const date = parseWireDate('2026-03-05', 'Europe/Istanbul');
    expect(toWireDate(date, 'Europe/Istanbul')).toBe('2026-03-05 00:00:00');
  });

  it('that are invalid are formatted as empty text', () => {
    expect(formatDate(parseWireDate('soon', 'Europe/Istanbul'), 'tr', 'Europe/Istanbul')).toBe('');
  });

  it('are dd/mm/yyyy in every language', () => {
    const date = new Date('2026-03-05T21:30:00Z');
    for (const language of ['tr', 'en', 'de', 'ru', 'ar'] as const) {
      expect(plain(formatDate(date, language, 'Europe/Istanbul'))).toBe('06/03/2026 00:30');
      expect(plain(formatDate(date, language, 'Europe/Istanbul', 'date'))).toBe('06/03/2026');
      expect(plain(formatDate(date, language, 'Europe/Istanbul', 'time'))).toBe('00:30');
    }
    expect(formatDate(date, 'tr', 'Europe/Istanbul', 'long')).toBe('6 Mart 2026');
  });

  it('are formatted as the language does where the brand says so', () => {
    const date = new Date('2026-03-05T21:30:00Z');
    const format = (language: 'tr' | 'de', style: 'date-time' | 'date') =>
      formatDate(date, language, 'Europe/Istanbul', style, 'locale');
    expect(format('tr', 'date-time')).toBe('06.03.2026 00:30');
    expect(plain(format('de', 'date'))).toBe('06.03.2026');
  });

  it.each([
    // The brand's midnight is at 21:00 UTC.
    ['2026-01-09T11:57:00Z', '2026-01-09T12:00:00Z', '3 minutes ago'],
    ['2026-01-09T20:30:00Z', '2026-01-09T21:30:00Z', '1 hour ago'],
    ['2026-01-08T20:30:00Z', '2026-01-09T20:45:00Z', 'yesterday'],
    ['2026-01-08T20:30:00Z', '2026-01-09T21:30:00Z', '2 days ago'],
    ['2026-01-10T20:30:00Z', '2026-01-09T12:00:00Z', 'tomorrow'],
    ['2026-01-10T21:30:00Z', '2026-01-09T12:00:00Z', 'in 2 days'],
    ['2026-01-11T20:30:00Z', '2026-01-09T21:00:00Z', 'tomorrow'],
  ])('%s is formatted relative to %s as %s', (date, now, expected) => {
    const text = formatRelative(new Date(date), Date.parse(now), 'en', 'Europe/Istanbul');
    expect(text).toBe(expected);
  });
});

it('splitDuration splits a duration and counts negative ones as zero', () => {
  expect(splitDuration(90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
  expect(splitDuration(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});
