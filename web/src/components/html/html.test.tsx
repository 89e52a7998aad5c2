import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { changeBrand } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { hostileAddresses } from '@/testing/hostileAddresses';
import { Html } from './Html';
import { sanitise } from './model/sanitise';

describe('sanitise', () => {
  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['a javascript: address', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['one with an entity', '<a href="&#106;avascript:alert(1)">a</a>', '<a>a</a>'],
    ['another site', '<a href="https://evil.test/">a</a>', '<a>a</a>'],
    ['user information', '<a href="https://t.me@evil.test/">a</a>', '<a>a</a>'],
    ['a relative address', '<a href="evil">a</a>', '<a>a</a>'],
    ['a target', '<a href="/slot" target="_top">a</a>', '<a href="/slot">a</a>'],
    ['a handler of an image', '<img src="/a.png" onerror="alert(1)">', '<img src="/a.png">'],
    ['a source set', '<img src="/a.png" srcset="https://evil.test/a 1x">', '<img src="/a.png">'],
    ['a drawing', '<p>a</p><svg><a href="javascript:x">b</a></svg>', '<p>a</p>'],
    ['a frame', '<p>a</p><iframe srcdoc="b"></iframe>', '<p>a</p>'],
    ['a form', '<p>a</p><form action="/x">b</form>', '<p>a</p>b'],
    ['a field', '<p>a</p><input name="p">', '<p>a</p>'],
    ['inline styling', '<p style="color:red" class="x" id="main">a</p>', '<p>a</p>'],
  ])('removes %s', (_, html, safe) => {
    expect(sanitise(html)).toBe(safe);
  });

  it('keeps headings, lists and disclosures', () => {
    const html = '<h2>a</h2><ul><li>b</li></ul><details><summary>c</summary><p>d</p></details>';
    expect(sanitise(html)).toBe(html);
  });
});

describe('links with hostile addresses', () => {
  /** Returns the addresses of the links of sanitised HTML. */
  function linksIn(html: string): string[] {
    const { body } = new DOMParser().parseFromString(sanitise(html), 'text/html');
    return [...body.querySelectorAll('[href]')].map((link) => link.getAttribute('href') ?? '');
  }

  it('lead nowhere else, and other links stay', () => {
    changeBrand({ links: [] });
    expect(linksIn('<a href="/slot?a=1&amp;b=2">a</a>')).toEqual(['/slot?a=1&b=2']);
    for (const address of hostileAddresses()) {
      for (const value of [address, address.replaceAll('&', '&amp;')]) {
        for (const found of linksIn(`<p><a href="${value.replaceAll('"', '&quot;')}">a</a></p>`)) {
          expect(found, address).toMatch(/^(?:mailto:|tel:|\/(?![/\\]))/); // contents may name contacts
          if (found.startsWith('/'))
            expect(new URL(found, 'http://site.test/info/FAQ').origin).toBe('http://site.test');
        }
      }
    }
  });
});

it('Html follows internal links with the router and opens others in a new tab', async () => {
  const html = '<a href="/slot?page=2">in</a> <a href="https://www.test.example/">out</a>';
  const { user, location } = await renderPage(<Html html={html} />, { path: '/info/FAQ' });
  const out = screen.getByRole('link', { name: 'out' });
  expect(out).toHaveAttribute('target', '_blank');
  expect(out).toHaveAttribute('rel', 'noopener noreferrer');
  await user.click(screen.getByRole('link', { name: 'in' }));
  expect(location()).toBe('/slot?page=2');
});
