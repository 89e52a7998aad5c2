import { describe, expect, it } from 'vitest';
import { keepsScroll } from './useScrollRules';

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
