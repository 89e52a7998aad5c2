import { describe, expect, it } from 'vitest';
import { formatDate, formatRelative, parseWireDate, splitDuration, toWireDate } from './date';
import { formatMoney, formatNumber } from './number';

const plain = (text: string) =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u2066\u2069]/g, '');

describe('money', () => {
  it.each([
    ['tr', '1.234,50 TL'],
    ['en', '1,234.50 TL'],
    ['de', '1.234,50 TL'],
    ['ru', '1 234,50 TL'],
    ['ar', '1,234.50 TL'],
  ] as const)('in %s', (language, expected) => {
    const text = formatMoney(1234.5, 'TRY', language);
    expect(plain(text)).toBe(expected);
    expect(text).toContain('\u00a0');
  });

  it('has the code of other currencies', () => {
    expect(plain(formatMoney(1234.5, 'EUR', 'de'))).toBe('1.234,50 EUR');
  });

  it('is isolated in Arabic, so that sign and currency keep their places', () => {
    expect(formatMoney(-5, 'TRY', 'ar')).toMatch(/^\u2066.*5\.00\u00a0TL\u2069$/);
    expect(formatMoney(-5, 'TRY', 'tr')).toBe('-5,00\u00a0TL');
  });

  it.each([
    ['tr', '₺1.234,50'],
    ['en', '₺1,234.50'],
    ['de', '1.234,50 ₺'],
    ['ru', '1 234,50 ₺'],
  ] as const)('has the sign of the currency where the brand says so: %s', (language, expected) => {
    expect(plain(formatMoney(1234.5, 'TRY', language, {}, 'symbol'))).toBe(expected);
  });

  it('omits only zero decimals with round', () => {
    expect(formatMoney(250, 'TRY', 'tr', { round: true })).toBe('250\u00a0TL');
    expect(formatMoney(250.5, 'TRY', 'tr', { round: true })).toBe('250,50\u00a0TL');
  });

  it('is short with compact', () => {
    expect(plain(formatMoney(1_250_000, 'TRY', 'de', { compact: true }))).toBe('1,3 Mio. TL');
    expect(plain(formatMoney(487_654.32, 'TRY', 'tr', { compact: true }))).toBe('487,7 B TL');
    expect(plain(formatMoney(487_654.32, 'TRY', 'tr', { compact: true }, 'symbol'))).toBe(
      '₺487,7 B',
    );
  });

  it('is read from right to left where its compact notation has a word of Arabic', () => {
    expect(formatMoney(10_000, 'TRY', 'ar', { compact: true })).toMatch(/^\u2067.*TL\u2069$/);
  });

  it('has no decimals with compact when the language has no compact form', () => {
    expect(plain(formatMoney(487_654.32, 'TRY', 'de', { compact: true }))).toBe('487.654 TL');
  });

  it('numbers are formatted in the language', () => {
    expect(formatNumber(1234567, 'tr')).toBe('1.234.567');
  });
});

describe('wire dates', () => {
  it('are in the brand’s time zone', () => {
    const date = parseWireDate('2026-07-01 12:00:00', 'Europe/Istanbul');
    expect(date.toISOString()).toBe('2026-07-01T09:00:00.000Z');
    expect(toWireDate(date, 'Europe/Istanbul')).toBe('2026-07-01 12:00:00');
  });

  it('respect daylight saving time', () => {
    expect(parseWireDate('2026-07-01 12:00:00', 'Europe/Berlin').getUTCHours()).toBe(10);
    expect(parseWireDate('2026-01-01 12:00:00', 'Europe/Berlin').getUTCHours()).toBe(11);
  });

  it('may have no time', () => {
    expect(toWireDate(parseWireDate('2026-03-05', 'Europe/Istanbul'), 'Europe/Istanbul')).toBe(
      '2026-03-05 00:00:00',
    );
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

  it('are formatted relative to now', () => {
    const now = Date.UTC(2026, 0, 10, 12);
    expect(formatRelative(new Date(now - 3 * 60_000), now, 'en')).toBe('3 minutes ago');
    expect(formatRelative(new Date(now + 2 * 86_400_000), now, 'en')).toBe('in 2 days');
  });
});

it('splitDuration splits a duration and counts negative ones as zero', () => {
  expect(splitDuration(90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
  expect(splitDuration(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});
