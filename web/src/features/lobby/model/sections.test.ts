import { expect, it } from 'vitest';
import { categoryOfSection, leadSection } from './sections';

it('the sections of the lobby show a named category or any other by its id', () => {
  expect(categoryOfSection('popular')).toBe(27);
  expect(categoryOfSection('category/91')).toBe(91);
  expect(categoryOfSection('category/new-2026')).toBe('new-2026');
  expect(categoryOfSection('category/')).toBeUndefined();
  expect(categoryOfSection('live')).toBeUndefined();
});

it('the sections of the lobby are led by the first row of games', () => {
  expect(leadSection(['shortcuts', 'jackpot_ticker', 'live', 'popular'])).toBe('live');
  expect(leadSection(['boxes', 'category/91', 'live'])).toBe('category/91');
  expect(leadSection(['shortcuts', 'promotions'])).toBeUndefined();
});
