import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useCasinoProviderList } from '@/contracts/hooks/casino';
import type { Bootstrap, Provider } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap';
import { systemClock } from '@/lib/clock';
import { mockCall, renderPage, testBrand, waitForIdle } from '@/testing';
import { refreshShown } from './cache';

function Providers() {
  const { data } = useCasinoProviderList({}, { fromBootstrap: true });
  return <p>{data?.map(({ providerName }) => providerName).join(' ')}</p>;
}

const provider = (providerName: string): Provider[] => [
  { providerID: 1, providerName, logo: '', gameCount: 1 },
];

/** Puts a response into the page. */
function inline(data: Provider[]): void {
  const answer = { result: true, message: '', data, code: 200, debug: null, pagination: null };
  setBootstrap({ ...testBrand, initial: { 'casino/provider_list': answer } } as Bootstrap);
}

afterEach(() => setBootstrap(testBrand));

it('a response in the page is not asked for again while it is fresh', async () => {
  inline(provider('inlined'));
  const requests = mockCall('casino/provider_list', provider('new'));
  await renderPage(<Providers />);
  await waitForIdle();
  expect(screen.getByText('inlined')).toBeVisible();
  expect(requests).toEqual([]);
});

it('is shown and asked for again when a part of an old page is opened', async () => {
  inline(provider('inlined'));
  mockCall('casino/provider_list', provider('new'));
  const now = systemClock.now();
  vi.spyOn(systemClock, 'now').mockReturnValue(now + 10 * 60_000);
  await renderPage(<Providers />);
  expect(await screen.findByText('new')).toBeVisible();
});

it('is asked for again when the page comes back', async () => {
  inline(provider('inlined'));
  mockCall('casino/provider_list', provider('new'));
  await renderPage(<Providers />);
  await act(() => refreshShown());
  expect(await screen.findByText('new')).toBeVisible();
});
