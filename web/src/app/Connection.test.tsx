import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useCasinoProviderList } from '@/contracts/hooks/casino';
import type { Provider } from '@/contracts/types';
import { systemClock } from '@/lib/clock';
import { announcedStatus } from '@/lib/maintenance/flag';
import { refreshShown } from '@/lib/swr/cache';
import { toasts } from '@/lib/toast/store';
import { inlineAnswers } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { envelope, mockCall } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import Connection from './Connection';

const minute = 60_000;

const provider = (providerName: string): Provider[] => [
  { providerID: 1, providerName, logo: '', gameCount: 1 },
];

/** Shows the response in the page. */
function Providers() {
  const { data } = useCasinoProviderList({}, { fromBootstrap: true });
  return <p>{data?.map(({ providerName }) => providerName).join(' ')}</p>;
}

/** Renders a page with an inlined response. Returns the requests for a newer one. */
async function open(ageMs = 0) {
  inlineAnswers({ 'casino/provider_list': envelope(provider('inlined')) }, ageMs);
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

const showPage = (persisted: boolean) =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));

it.each([
  [
    'was hidden for minutes, not for a moment',
    () => hideFor(4 * minute),
    () => hideFor(6 * minute),
  ],
  ['is restored by the back button, not shown', () => showPage(false), () => showPage(true)],
  ['comes back', () => undefined, () => act(() => refreshShown())],
])('a page that %s asks again for what came with it', async (_, before, comeBack) => {
  const requests = await open();
  before();
  await waitForIdle();
  expect(screen.getByText('inlined')).toBeVisible();
  expect(requests).toEqual([]);
  await comeBack();
  expect(await screen.findByText('new')).toBeVisible();
});

it('a part of an old page shows what came with it and asks again', async () => {
  await open(10 * minute);
  expect(await screen.findByText('new')).toBeVisible();
});

it('planned maintenance is announced until it is withdrawn', async () => {
  await open();
  const plan = {
    from: '2026-05-01 03:00:00',
    until: '2026-05-01 04:00:00',
    message: 'Yeni sunucu.',
  };
  act(() => announcedStatus.set({ result: true, planned: { ...plan, parts: ['slots'] } }));
  const text = 'Slotlar: planlı bakım, 01/05/2026 03:00 – 01/05/2026 04:00. Yeni sunucu.';
  await vi.waitFor(() => expect(toasts.get().map(({ message }) => message)).toEqual([text]));
  act(() => announcedStatus.set({ result: true }));
  expect(toasts.get()).toEqual([]);
});
