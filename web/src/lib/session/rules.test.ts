import { matchPath } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyOrigin, contentLink, safeLink } from '@/lib/link/link';
import { changeBrand } from '@/testing/brand';
import { hostileAddresses } from '@/testing/hostileAddresses';
import { isInactive, resolveReturnUrl } from './rules';

const site = 'https://casino.test';
/** The current pages, which relative addresses depend on. */
const pages = [`${site}/`, `${site}/login`, `${site}/play/slot/1`];
const addresses = hostileAddresses();

/** Expects that a browser stays on the site when it follows an address on any page. */
function expectOnSite(address: string): void {
  for (const page of pages) expect(new URL(address, page).origin, address).toBe(site);
}

describe('hostile addresses', () => {
  beforeEach(() => changeBrand({ links: [] }));

  it('are at least 500, all different', () => {
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.length).toBeGreaterThanOrEqual(500);
  });

  it('do not lead a login elsewhere', () => {
    for (const address of addresses) {
      const target = resolveReturnUrl(address, '/');
      expect(target, address).toMatch(/^\/(?![/\\])/);
      expectOnSite(target);
      // The router resolves the address again.
      expectOnSite(new URL(target, site).pathname);
      expect(matchPath('/profile/*', new URL(target, site).pathname), address).toBeNull();
    }
  });

  it('do not lead a link elsewhere', () => {
    for (const address of addresses) {
      const link = safeLink(address, []);
      expect(link, address).toMatch(/^(\/(?![/\\])|$)/);
      expectOnSite(link);
      expect(contentLink(address)?.isExternal ?? false, address).toBe(false);

      // If every origin is allowed, https and the parsed host are required.
      const anywhere = safeLink(address, [anyOrigin]);
      if (anywhere.startsWith('https://')) {
        const { protocol, host, username } = new URL(anywhere, site);
        expect([protocol, username], address).toEqual(['https:', '']);
        expect(anywhere.slice('https://'.length)).toMatch(new RegExp(`^${host}($|[/?#])`));
      } else expect(anywhere, address).toBe(link);
    }
  });

  it('are none of the pages of the site', () => {
    for (const address of ['/', '/slot', '/slot?sort=name&q=a%20b', '/live/category/3#top', '/me'])
      expect(resolveReturnUrl(address, '/')).toBe(address);
  });
});

it.each([
  ['returns home without a stored path', undefined, '/'],
  ['returns a stored page', '/slot/category/27?sort=name', '/slot/category/27?sort=name'],
  ['does not return to the profile', '/profile', '/'],
  ['does not return to a path that contains profile', '/play/slot/1?from=profile', '/'],
  ['does not return to another site', '//evil.example/x', '/'],
  ['does not return to a relative path', 'slot/1', '/'],
  [
    'returns to an address with another in its query',
    '/search?q=//evil.example',
    '/search?q=//evil.example',
  ],
  ['returns to a fragment', '/slot#top', '/slot#top'],
  ['returns to /me', '/me', '/me'],
])('resolveReturnUrl %s', (_, stored, expected) => {
  expect(resolveReturnUrl(stored, '/')).toBe(expected);
});

describe('isInactive', () => {
  const hour = 60 * 60 * 1000;
  it.each([
    ['false after exactly an hour', 1_000 + hour, 1_000, false],
    ['true after more than an hour', 1_001 + hour, 1_000, true],
    ['false when the last activity is unknown', 10 * hour, undefined, false],
  ])('is %s', (_, now, last, expected) => {
    expect(isInactive(now, last)).toBe(expected);
  });
});
