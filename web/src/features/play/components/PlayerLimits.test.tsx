import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { noLimits } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { readPlayTime } from '../model/playTime';
import { PlayerLimits } from './EndByLimits';

it('the reality check counts no time in which the device sleeps', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  mockCall('limits/get', { ...noLimits, reality_check_minutes: 15 });
  const pause = vi.fn();
  await renderPage(<PlayerLimits onLeave={() => undefined} onPause={pause} />, {
    path: '/game/slot/1',
    namespaces: ['play'],
    player: true,
  });
  await waitFor(() => expect(pause).toHaveBeenCalledWith(false));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  vi.setSystemTime(Date.now() + 8 * 60 * 60_000);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(readPlayTime().played).toBeLessThan(90_000);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
