import { beforeEach, describe, expect, it } from 'vitest';
import { setBootstrap } from '@/lib/bootstrap';
import { hostileAddresses } from '@/testing/hostileAddresses';
import { testBrand } from '@/testing/brand';
import { sanitise } from './sanitise';

const escapeQuotes = (text: string) => text.replaceAll('"', '&quot;');

/** Returns the addresses of the links of sanitised HTML. */
function linksIn(html: string): string[] {
  const { body } = new DOMParser().parseFromString(sanitise(html), 'text/html');
  return [...body.querySelectorAll('[href]')].map((link) => link.getAttribute('href') ?? '');
}

describe('content with hostile addresses', () => {
  beforeEach(() => setBootstrap({ ...testBrand, links: [] }));

  it('keeps a link to a page of the site', () => {
    expect(linksIn('<a href="/slot?a=1&amp;b=2">a</a>')).toEqual(['/slot?a=1&b=2']);
  });

  it.each(
    hostileAddresses().map((address) => [JSON.stringify(address.slice(0, 40)), address] as const),
  )('leads nowhere else: %s', (_, address) => {
    for (const value of [address, address.replaceAll('&', '&amp;')].map(escapeQuotes)) {
      for (const found of linksIn(`<p><a href="${value}">a</a></p>`)) {
        expect(found).toMatch(/^(?:mailto:|tel:|\/(?![/\\]))/); // contents may name contacts
        if (found.startsWith('/'))
          expect(new URL(found, 'http://site.test/info/FAQ').origin).toBe('http://site.test');
      }
    }
  });
});
