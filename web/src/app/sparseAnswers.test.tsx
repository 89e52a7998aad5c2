import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { calls, type CallName } from '@/contracts/calls';
import { renderPage, showEveryElement, signIn } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { mockFrameData, mockRoute, mockCall } from '@/testing/server';
import { sparseExample } from '@/testing/sparse';
import { BreakHost } from './BreakHost';
import { GameHost } from './GameHost';
import { siteRoutes } from './routes';
import { SiteRoutes } from './SiteRoutes';

/** The parameters of the patterns, as the examples of the contract have them. */
const parameters: Record<string, readonly string[]> = {
  '/promotions/:id': ['4'],
  '/tournaments/:id': ['7'],
  ':id': ['1001'],
  ':categoryID': ['27'],
  ':providerID': ['12'],
  ':type': ['video'],
  ':game': ['slot', 'live'],
  ':gamingType': ['real'],
  ':providerName': ['12'],
  ':key': ['FAQ', 'AboutUs'],
  ':kind': ['bets', 'games', 'finance', 'bonus'],
};

/** Returns an address for each combination of the parameters of a pattern. */
const addressesOf = (pattern: string): string[] => {
  const [name] = /:\w+/.exec(pattern) ?? [];
  if (!name) return [pattern];
  return (parameters[pattern] ?? parameters[name]!).flatMap((value) =>
    addressesOf(pattern.replace(name, value)),
  );
};

const pages = siteRoutes.flatMap(({ path }) => addressesOf(path));

/** Opens a page with responses that lack all optional values. Returns the errors. */
async function open(path: string, absent: null | undefined) {
  const errors: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((...given: unknown[]) => {
    errors.push(given.find((item) => item instanceof Error) ?? given.join(' '));
  });
  showEveryElement();
  mockFrameData();
  mockRoute('GET /v1/check-maintenance', () => ({ result: false, message: absent, until: null }));
  for (const name of Object.keys(calls) as CallName[]) mockCall(name, sparseExample(name, absent));
  signIn();
  const site = (
    <>
      <SiteRoutes />
      <GameHost />
      <BreakHost />
    </>
  );
  await renderPage(site, { path });
  await waitFor(() => expect(errors.length > 0 || document.querySelector('h1')).toBeTruthy());
  await waitForIdle();
  return errors;
}

describe.each([null, undefined])('with %s for every field that may be missing', (absent) => {
  it.each(pages)('the page %s is shown', async (path) => {
    expect(await open(path, absent)).toEqual([]);
    expect(document.body.textContent).not.toMatch(/undefined|null|NaN|Invalid/);
  });
});
