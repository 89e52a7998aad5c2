import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { runningGame } from '@/components/games/model/runningGame';
import { refresh } from '@/lib/swr/cache';
import { noLimits } from '@/testing/brand';
import { hrefOf, renderPage } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { addPlayTime, readPlayTime } from '../model/playTime';
import { PlayerLimits } from './EndByLimits';

const leave = vi.fn();
const pause = vi.fn();

const open = () =>
  renderPage(<PlayerLimits onLeave={leave} onPause={pause} />, {
    path: '/game/slot/1',
    namespaces: ['play'],
    player: true,
  });

it.each([
  { name: 'a break', state: { cool_off: { until: '2099-01-01 00:00:00' } }, text: /aradasınız/ },
  { name: 'an exclusion', state: { exclusion: { until: null } }, text: /kendinizi dışladınız/ },
])('$name closes the game and shows the reason', async ({ state, text }) => {
  let limits = noLimits;
  mockCall('limits/get', () => limits);
  const close = vi.spyOn(runningGame, 'close');
  const page = await open();
  expect(close).not.toHaveBeenCalled();
  limits = { ...noLimits, ...state };
  await act(() => refresh('limits/get')); // as the event does
  expect(await screen.findByText(text)).toBeVisible();
  expect(close).toHaveBeenCalled();
  await page.user.click(screen.getByRole('button', { name: 'Limitlerim' }));
  expect(page.location()).toBe('/profile/limits');
});

it('pauses after the interval of the player and shows time, stakes, wins and result', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  mockCall('limits/get', { ...noLimits, reality_check_minutes: 15 });
  mockCall('limits/session', {
    since: '2026-11-27 11:30:00',
    minutes: 30,
    stakes: 420,
    wins: 260.5,
    net: -159.5,
  });
  const { user } = await open();
  await waitFor(() => expect(pause).toHaveBeenCalledWith(false));
  addPlayTime({ played: 15 * 60_000 });
  await act(() => vi.advanceTimersByTimeAsync(1500));
  const dialog = await screen.findByRole('dialog', { name: 'Kısa bir ara?' });
  expect(pause).toHaveBeenLastCalledWith(true);
  await waitFor(() =>
    expect(dialog).toHaveTextContent(/Bahisler.*420,00.*Kazançlar.*260,50.*159,50/),
  );
  expect(hrefOf('Oyunlarım')).toBe('/profile/history/games');
  await user.click(screen.getByRole('button', { name: 'Oyundan çık' }));
  expect(leave).toHaveBeenCalled();
  expect(pause).toHaveBeenLastCalledWith(false);
});

it('counts no time in which the device sleeps', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  mockCall('limits/get', { ...noLimits, reality_check_minutes: 15 });
  await open();
  await waitFor(() => expect(pause).toHaveBeenCalledWith(false));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  vi.setSystemTime(Date.now() + 8 * 60 * 60_000);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(readPlayTime().played).toBeLessThan(90_000);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
