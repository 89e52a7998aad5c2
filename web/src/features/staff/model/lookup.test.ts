import { describe, expect, it } from 'vitest';
import { lookupsOf, matches } from './lookup';

describe('the one search field', () => {
  it.each([
    ['a money key', '5c1e3c2a-8f3f-4c54-9f0e-2f3d1a0b9c8d', 'payment'],
    ['a request id', 'ABCDEFGHIJKLMNOPQRSTUVWX23', 'request'],
    ['an e-mail address', 'deniz@example.com', 'player'],
    ['a user name', 'demo', 'player'],
    ['a uid', '100042', 'player'],
  ])('takes %s for what it is', (_, text, expected) => {
    expect(lookupsOf(` ${text} `)[0]).toBe(expected);
  });

  it('takes nothing for nothing', () => expect(lookupsOf('  ')).toEqual([]));
});

it('matches words by their beginnings, without case and accents', () => {
  expect(matches('Önbelleği boşalt', 'onb')).toBe(true);
  expect(matches('İşletme: Trafik', 'isletme tra')).toBe(true);
  expect(matches('Zephyr: bakıma al', 'bakima ze')).toBe(true);
  expect(matches('Markalar', 'arka')).toBe(false);
});
