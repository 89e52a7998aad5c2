import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { setBootstrap } from '@/lib/bootstrap/bootstrap';
import { testBrand } from '@/testing/brand';
import { contentLink, linkProps, safeLink } from './link';

interface Cases {
  origins: string[];
  cases: { name: string; value: string; want: string; origins?: string[] }[];
}

const { origins, cases } = JSON.parse(
  readFileSync('../contracts/cases/links.json', 'utf8'),
) as Cases;

describe('safeLink', () => {
  it.each(cases)('$name: $value', (row) => {
    expect(safeLink(row.value, row.origins ?? origins)).toBe(row.want);
  });

  it('does not know a lone surrogate', () => {
    expect(safeLink('/a\ud800', [])).toBe('');
  });
});

describe('contentLink', () => {
  beforeEach(() => setBootstrap(testBrand));

  it('tells pages of the site from other sites', () => {
    expect(contentLink('/slot')).toEqual({ to: '/slot', isExternal: false });
    expect(contentLink('https://t.me/a')).toEqual({ to: 'https://t.me/a', isExternal: true });
    expect(contentLink(`${location.origin}/slot?a=1`)).toEqual({
      to: '/slot?a=1',
      isExternal: false,
    });
    expect(contentLink(`${location.origin}?a=1`)).toEqual({ to: '/?a=1', isExternal: false });
    setBootstrap({ ...testBrand, links: [`${location.origin}.tr`] });
    const sibling = `${location.origin}.tr/a`;
    expect(contentLink(sibling)).toEqual({ to: sibling, isExternal: true });
    setBootstrap(testBrand);
    expect(contentLink(`${location.origin}//evil.test`)).toBeUndefined();
    expect(contentLink('https://evil.test/')).toBeUndefined();
    expect(contentLink('javascript:alert(1)')).toBeUndefined();
  });

  it('opens other sites in a new tab without a referrer', () => {
    expect(linkProps({ to: 'https://t.me', isExternal: true })).toEqual({
      to: 'https://t.me',
      target: '_blank',
      rel: 'noopener noreferrer',
    });
  });
});
