import { describe, expect, it } from 'vitest';
import { goesToTop, keepsScroll } from './useScrollRules';

describe('the scroll position on navigation (spec §2)', () => {
  it.each([
    ['is kept among categories', '/slot/category/27', '/slot/category/58', true],
    ['is kept from the list into a category', '/slot', '/slot/provider/3', true],
    ['returns to the top when going back to the whole list', '/slot/category/27', '/slot', false],
    ['returns to the top between slots and live', '/slot/category/27', '/live/category/1', false],
    ['returns to the top elsewhere', '/', '/promotions', false],
    ['is not fooled by a like-named page', '/slots-news/1', '/slot/category/27', false],
  ])('%s', (_, from, to, expected) => {
    expect(keepsScroll(from, to)).toBe(expected);
  });
});

describe('the top of the page', () => {
  const methods = { pathname: '/profile/deposit', search: '' };
  const one = { ...methods, search: '?method=12' };
  const slots = { pathname: '/slot/category/27', search: '' };

  it.each([
    ['is where another page begins', slots, methods, 'PUSH', true],
    ['is where a part of a page begins that its query names', methods, one, 'PUSH', true],
    ['is not returned to by a filter that writes over the address', methods, one, 'REPLACE', false],
    [
      'is not returned to among a list’s filters',
      slots,
      { ...slots, search: '?p=3' },
      'PUSH',
      false,
    ],
  ] as const)('%s', (_, from, to, kind, expected) => {
    expect(goesToTop(from, to, kind)).toBe(expected);
  });
});
