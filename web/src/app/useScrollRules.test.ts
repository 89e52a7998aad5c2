import { describe, expect, it } from 'vitest';
import { goesToTop, keepsScroll } from './useScrollRules';

describe('the scroll position on navigation (spec §2)', () => {
  it.each([
    ['is kept between categories', '/slot/category/27', '/slot/category/58', true],
    ['is kept from the list to a category', '/slot', '/slot/provider/3', true],
    ['is reset from a category to the list', '/slot/category/27', '/slot', false],
    ['is reset between slots and live', '/slot/category/27', '/live/category/1', false],
    ['is reset between other pages', '/', '/promotions', false],
    ['is reset between pages with a common prefix', '/slots-news/1', '/slot/category/27', false],
  ])('%s', (_, from, to, expected) => {
    expect(keepsScroll(from, to)).toBe(expected);
  });
});

describe('goesToTop', () => {
  const methods = { pathname: '/profile/deposit', search: '' };
  const one = { ...methods, search: '?method=12' };
  const slots = { pathname: '/slot/category/27', search: '' };

  it.each([
    ['is true for another page', slots, methods, 'PUSH', true],
    ['is true for another part of a page that its query selects', methods, one, 'PUSH', true],
    ['is false for a filter that replaces the query', methods, one, 'REPLACE', false],
    ['is false between filters of a list', slots, { ...slots, search: '?p=3' }, 'PUSH', false],
  ] as const)('%s', (_, from, to, kind, expected) => {
    expect(goesToTop(from, to, kind)).toBe(expected);
  });
});
