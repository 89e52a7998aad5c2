import { describe, expect, it } from 'vitest';
import { isInactive, resolveReturnUrl } from './rules';

describe('the return address (spec §2)', () => {
  it.each([
    ['none kept leads home', undefined, '/'],
    ['a page is returned to', '/slot/category/27?sort=name', '/slot/category/27?sort=name'],
    ['the profile is not', '/profile', '/'],
    ['nor anything that contains it', '/play/slot/1?from=profile', '/'],
    ['another site is not', '//evil.example/x', '/'],
    ['nor by a backslash', '/\\evil.example', '/'],
    ['nor by a scheme', 'https://evil.example', '/'],
    ['/me is, and leads to the profile from there', '/me', '/me'],
  ])('%s', (_, kept, expected) => {
    expect(resolveReturnUrl(kept, '/')).toBe(expected);
  });
});

describe('inactivity (spec §4)', () => {
  const hour = 60 * 60 * 1000;
  it.each([
    ['exactly an hour is not yet too long', hour, false],
    ['more than an hour is', hour + 1, true],
  ])('%s', (_, away, expected) => {
    expect(isInactive(1_000 + away, 1_000)).toBe(expected);
  });

  it('does not count a player who was never seen', () => {
    expect(isInactive(10 * hour, undefined)).toBe(false);
  });
});
