import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useCasinoProviderList } from '@/contracts/hooks/casino';
import type { Bootstrap, Provider } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap';
import { systemClock } from '@/lib/clock';
import { mockCall, renderPage, testBrand, waitForIdle } from '@/testing';
import Connection from './Connection';

const minute = 60_000;
const bar = 'Çevrimdışısınız. Gördükleriniz güncel olmayabilir.';

const provider = (providerName: string): Provider[] => [
  { providerID: 1, providerName, logo: '', gameCount: 1 },
];

/** Shows the response that came with the page. */
function Providers() {
  const { data } = useCasinoProviderList({}, { fromBootstrap: true });
  return <p>{data?.map(({ providerName }) => providerName).join(' ')}</p>;
}

/** Renders a page with an inlined response; returns the requests for a newer one. */
async function open() {
  const data = provider('inlined');
  const answer = { result: true, message: '', data, code: 200, debug: null, pagination: null };
  setBootstrap({ ...testBrand, initial: { 'casino/provider_list': answer } } as Bootstrap);
  const requests = mockCall('casino/provider_list', provider('new'));
  await renderPage(
    <>
      <Connection />
      <Providers />
    </>,
  );
  return requests;
}

/** Hides the page for a while and shows it again. */
function hideFor(milliseconds: number): void {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const now = systemClock.now();
  const clock = vi.spyOn(systemClock, 'now');
  for (const [state, at] of [
    ['hidden', now],
    ['visible', now + milliseconds],
  ] as const) {
    visibility.mockReturnValue(state);
    clock.mockReturnValue(at);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  setBootstrap(testBrand);
});

it('a page that was hidden for minutes asks again for what came with it, but not after a moment', async () => {
  const requests = await open();
  hideFor(4 * minute);
  await waitForIdle();
  expect(requests).toEqual([]);
  hideFor(6 * minute);
  expect(await screen.findByText('new')).toBeVisible();
});

it('a page that the back button restores asks again for what came with it', async () => {
  const requests = await open();
  const show = (persisted: boolean) =>
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
  show(false);
  await waitForIdle();
  expect(requests).toEqual([]);
  show(true);
  expect(await screen.findByText('new')).toBeVisible();
});

it('a browser without a network says so until it has one', async () => {
  await open();
  const online = vi.spyOn(navigator, 'onLine', 'get');
  expect(screen.queryByText(bar)).toBeNull();
  for (const state of [false, true]) {
    online.mockReturnValue(state);
    act(() => void window.dispatchEvent(new Event(state ? 'online' : 'offline')));
    expect(screen.queryByText(bar) === null).toBe(state);
  }
});
