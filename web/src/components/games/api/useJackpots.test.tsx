import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventStreamConnected } from '@/lib/events/connection';
import { openSession } from '@/lib/session/site';
import { mockCall } from '@/testing/server';
import { useJackpots } from './games';

const minute = 60_000;

beforeEach(() => {
  openSession({ home: '/', navigate: () => undefined });
});

it('jackpots are polled only while the event stream is disconnected', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  eventStreamConnected.set(true);
  const requests = mockCall('habanero/getJackpots');
  const { result } = renderHook(() => useJackpots());
  await waitFor(() => expect(result.current).toBeDefined());
  await act(() => vi.advanceTimersByTimeAsync(5 * minute));
  expect(requests).toHaveLength(1);
  act(() => eventStreamConnected.set(false));
  await act(() => vi.advanceTimersByTimeAsync(minute / 4));
  expect(requests).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(minute / 4));
  await waitFor(() => expect(requests).toHaveLength(2));
  act(() => eventStreamConnected.set(true));
  await act(() => vi.advanceTimersByTimeAsync(5 * minute));
  expect(requests).toHaveLength(2);
});
