import { describe, expect, it } from 'vitest';
import { isInactive, resolveReturnUrl } from './rules';

describe('resolveReturnUrl (spec §2)', () => {
  it.each([
    ['returns home without a stored path', undefined, '/'],
    ['returns a stored page', '/slot/category/27?sort=name', '/slot/category/27?sort=name'],
    ['does not return to the profile', '/profile', '/'],
    ['does not return to a path that contains profile', '/play/slot/1?from=profile', '/'],
    ['does not return to another site', '//evil.example/x', '/'],
    ['does not return to another site by a backslash', '/\\evil.example', '/'],
    ['does not return to another site by a scheme', 'https://evil.example', '/'],
    ['does not return to another site by a tab, which browsers drop', '/\t/evil.example', '/'],
    ['does not return to another site by a line break', '/\n\\evil.example', '/'],
    ['does not return to another site by dot segments', '/x/..//evil.example', '/'],
    ['does not return to another site by encoded dot segments', '/x/%2e%2e//evil.example', '/'],
    ['does not return to a script', 'javascript:alert(1)', '/'],
    ['does not return to a relative path', 'slot/1', '/'],
    ['does not return to a profile split by a tab', '/pro\tfile', '/'],
    ['does not return to the profile by dot segments', '/x/../%70rofile/../profile', '/'],
    ['does not return to an invalid address', '//[', '/'],
    [
      'returns to an address with another in its query',
      '/search?q=//evil.example',
      '/search?q=//evil.example',
    ],
    ['returns to a fragment', '/slot#top', '/slot#top'],
    ['returns to /me', '/me', '/me'],
  ])('%s', (_, stored, expected) => {
    expect(resolveReturnUrl(stored, '/')).toBe(expected);
  });
});

describe('isInactive (spec §4)', () => {
  const hour = 60 * 60 * 1000;
  it.each([
    ['is false after exactly an hour', hour, false],
    ['is true after more than an hour', hour + 1, true],
  ])('%s', (_, elapsed, expected) => {
    expect(isInactive(1_000 + elapsed, 1_000)).toBe(expected);
  });

  it('is false when the last activity is unknown', () => {
    expect(isInactive(10 * hour, undefined)).toBe(false);
  });
});
