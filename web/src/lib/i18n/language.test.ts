import { describe, expect, it } from 'vitest';
import { applyLanguage, startLanguage } from './language';

describe('the language at the start (spec §4)', () => {
  const offered = ['tr', 'en', 'ar'];
  it.each([
    ['the stored one', 'en', 'tr', 'en'],
    ['Turkish instead of one of other than two letters', 'eng', 'en', 'tr'],
    ['Turkish instead of one that the brand does not offer', 'de', 'en', 'tr'],
    ['the one the page was served in', undefined, 'ar', 'ar'],
    ['the first of the brand', undefined, 'xx', 'tr'],
  ])('%s', (_, kept, served, expected) => {
    if (kept) localStorage.setItem('language', kept);
    expect(startLanguage(offered, served)).toBe(expected);
  });

  it('is that of the page when the brand offers neither the stored one nor Turkish', () => {
    localStorage.setItem('language', 'de');
    expect(startLanguage(['en', 'ar'], 'ar')).toBe('ar');
  });

  it('is Turkish when the site has none of the offered languages', () => {
    expect(startLanguage(['xx'], 'xx')).toBe('tr');
  });
});

it('applyLanguage sets the direction, the storage and the cookie', () => {
  applyLanguage('ar');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(localStorage.getItem('language')).toBe('ar');
  expect(document.cookie).toContain('language=ar');
  applyLanguage('tr');
  expect(document.documentElement.dir).toBe('ltr');
});
