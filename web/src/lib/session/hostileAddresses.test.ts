import { matchPath } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyOrigin, contentLink, safeLink } from '@/lib/link';
import { setBootstrap } from '@/lib/bootstrap';
import { hostileAddresses } from '@/testing/hostileAddresses';
import { testBrand } from '@/testing/brand';
import { resolveReturnUrl } from './rules';

const site = 'https://casino.test';
/** The pages from which an address may be followed: relative ones depend on it. */
const pages = [`${site}/`, `${site}/login`, `${site}/play/slot/1`];
const addresses = hostileAddresses();

/** The name of an address in the report: not thousands of characters long, white space escaped. */
const nameOf = (address: string) => JSON.stringify(address.slice(0, 40));

/** Expects that a browser which follows an address on any page stays on the site. */
function expectOnSite(address: string): void {
  for (const page of pages) expect(new URL(address, page).origin, address).toBe(site);
}

describe('hostile addresses', () => {
  beforeEach(() => setBootstrap({ ...testBrand, links: [] }));

  it('are at least 500, all different', () => {
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.length).toBeGreaterThanOrEqual(500);
  });

  it.each(addresses.map((address) => [nameOf(address), address]))('%s', (_, address) => {
    const target = resolveReturnUrl(address, '/');
    expect(target).toMatch(/^\/(?![/\\])/);
    expectOnSite(target);
    // The router resolves the address once more.
    expectOnSite(new URL(target, site).pathname);
    expect(matchPath('/profile/*', new URL(target, site).pathname)).toBeNull();

    const link = safeLink(address, []);
    expect(link === '' || /^\/(?![/\\])/.test(link)).toBe(true);
    expectOnSite(link);
    expect(contentLink(address)?.isExternal ?? false).toBe(false);

    // Where every origin may be followed: https, and the host that is read there.
    const anywhere = safeLink(address, [anyOrigin]);
    if (anywhere.startsWith('https://')) {
      const { protocol, host, username } = new URL(anywhere, site);
      expect([protocol, username]).toEqual(['https:', '']);
      expect(anywhere.slice('https://'.length)).toMatch(new RegExp(`^${host}($|[/?#])`));
    } else expect(anywhere).toBe(link);
  });

  it('keeps addresses of the site as they are', () => {
    for (const address of ['/', '/slot', '/slot?sort=name&q=a%20b', '/live/category/3#top', '/me'])
      expect(resolveReturnUrl(address, '/')).toBe(address);
  });
});
