import { describe, expect, it } from 'vitest';
import { groupedIban, isIban, isNationalId, isTurkishId, plainIban } from './identity';

describe('isTurkishId', () => {
  it.each([
    ['accepts correct check digits', '10000000146', true],
    ['accepts a negative difference of the tenth digit', '19191919190', true],
    ['rejects a wrong last digit', '10000000147', false],
    ['rejects a wrong tenth digit', '10000000156', false],
    ['rejects a leading zero', '00000000000', false],
    ['rejects ten digits', '1000000014', false],
    ['rejects twelve digits', '100000001461', false],
    ['rejects a letter', '1000000014x', false],
    ['rejects digits of another script', '١٠٠٠٠٠٠٠١٤٦', false],
    ['rejects a line break at the end', '10000000146\n', false],
    ['rejects an empty text', '', false],
  ])('%s', (_, text, expected) => {
    expect(isTurkishId(text)).toBe(expected);
  });

  it('accepts one pair of check digits for nine digits', () => {
    for (let id = 100_000_000; id < 100_000_050; id++) {
      const valid = Array.from(
        { length: 100 },
        (_, check) => `${id}${String(check).padStart(2, '0')}`,
      ).filter(isTurkishId);
      expect(valid).toHaveLength(1);
    }
  });
});

it('isNationalId knows the rules of Turkey only', () => {
  expect(isNationalId('L01X00T47', 'DE')).toBe(true);
  expect(isNationalId('L01X00T47', 'TR')).toBe(false);
  expect(isNationalId('10000000147', 'CY')).toBe(true);
  expect(isNationalId('abc', 'DE')).toBe(false);
});

describe('isIban', () => {
  it.each([
    'TR330006100519786457841326',
    'tr33 0006 1005 1978 6457 8413 26',
    'DE89370400440532013000',
  ])('takes %s', (text) => expect(isIban(text)).toBe(true));

  it.each([
    ['a wrong check digit', 'TR340006100519786457841326'],
    ['two digits changed about', 'TR330006100519786457841362'],
    ['a digit too few for its country', 'TR33000610051978645784132'],
    ['check digits 00', 'TR000006100000000000000080'],
    ['check digits 01', 'TR010006100000000000000062'],
    ['check digits 99', 'TR990006100000000000000044'],
    ['a letter in the bank code', 'TR140A06100519786457841326'],
    ['no country', '330006100519786457841326'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => expect(isIban(text)).toBe(false));
});

it('groupedIban adds and plainIban removes spaces', () => {
  const iban = 'TR330006100519786457841326';
  expect(groupedIban(iban)).toBe('TR33 0006 1005 1978 6457 8413 26');
  expect(plainIban(groupedIban(iban))).toBe(iban);
});
