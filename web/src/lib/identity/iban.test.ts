import { describe, expect, it } from 'vitest';
import { groupedIban, isIban, plainIban } from './iban';

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
    ['no country', '330006100519786457841326'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => expect(isIban(text)).toBe(false));
});

it('groupedIban adds and plainIban removes spaces', () => {
  const iban = 'TR330006100519786457841326';
  expect(groupedIban(iban)).toBe('TR33 0006 1005 1978 6457 8413 26');
  expect(plainIban(groupedIban(iban))).toBe(iban);
});
