import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStreamConnected } from '@/lib/events/connection';
import { openSession } from '@/lib/session';
import { mockCall } from '@/testing';
import { useJackpots } from './useJackpots';

const minute = 60_000;

beforeEach(() => {
  openSession({ home: '/', navigate: () => undefined });
});

/** Renders the jackpots and returns their requests. */
async function shown() {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const requests = mockCall('habanero/getJackpots');
  const { result } = renderHook(() => useJackpots());
  await waitFor(() => expect(result.current).toBeDefined());
  return requests;
}

describe('useJackpots', () => {
  it('requests once while the event stream is connected', async () => {
    eventStreamConnected.set(true);
    const requests = await shown();
    await act(() => vi.advanceTimersByTimeAsync(5 * minute));
    expect(requests).toHaveLength(1);
  });

  it('polls while the event stream is disconnected', async () => {
    const requests = await shown();
    await act(() => vi.advanceTimersByTimeAsync(minute / 4));
    expect(requests).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(minute / 4));
    await waitFor(() => expect(requests).toHaveLength(2));
    act(() => eventStreamConnected.set(true));
    await act(() => vi.advanceTimersByTimeAsync(5 * minute));
    expect(requests).toHaveLength(2);
    act(() => eventStreamConnected.set(false));
    await act(() => vi.advanceTimersByTimeAsync(minute / 2));
    await waitFor(() => expect(requests).toHaveLength(3));
  });
});
