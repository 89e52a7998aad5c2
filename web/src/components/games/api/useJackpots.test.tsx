import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { live } from '@/lib/events/connection';
import { openSession } from '@/lib/session';
import { mockCall, waitForIdle } from '@/testing';
import { useJackpots } from './useJackpots';

const minute = 60_000;

beforeEach(() => {
  openSession({ home: '/', navigate: () => undefined });
});

afterEach(async () => {
  cleanup();
  await waitForIdle();
  // Timers that SWR set on the fake clock would be lost, and its requests never repeated.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  live.set(false);
});

/** Renders the jackpots and returns their requests. */
async function shown() {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const asked = mockCall('habanero/getJackpots');
  const { result } = renderHook(() => useJackpots());
  await waitFor(() => expect(result.current).toBeDefined());
  return asked;
}

describe('the jackpots', () => {
  it('are asked for once while the server tells of them', async () => {
    live.set(true);
    const asked = await shown();
    await act(() => vi.advanceTimersByTimeAsync(5 * minute));
    expect(asked).toHaveLength(1);
  });

  it('are asked for now and then while it does not, and no more once it does again', async () => {
    const asked = await shown();
    await act(() => vi.advanceTimersByTimeAsync(minute / 4));
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(minute / 4));
    await waitFor(() => expect(asked).toHaveLength(2));
    act(() => live.set(true));
    await act(() => vi.advanceTimersByTimeAsync(5 * minute));
    expect(asked).toHaveLength(2);
    act(() => live.set(false));
    await act(() => vi.advanceTimersByTimeAsync(minute / 2));
    await waitFor(() => expect(asked).toHaveLength(3));
  });
});
