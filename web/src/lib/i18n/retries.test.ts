import { expect, it, vi } from 'vitest';
import { testClock } from '@/testing';
import { withRetries } from './retries';

const failure = new Error('no network');

it('tries again with growing pauses, and gives up after the last attempt', async () => {
  const clock = testClock();
  const task = vi.fn(() => Promise.reject(failure));
  const result = expect(withRetries(task, 3, clock)).rejects.toBe(failure);
  await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(1));
  clock.advance(400);
  await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(2));
  clock.advance(799);
  expect(task).toHaveBeenCalledTimes(2);
  clock.advance(1);
  await result;
  expect(task).toHaveBeenCalledTimes(3);
});

it('tries again at once when the browser is online again', async () => {
  const task = vi.fn(() => Promise.resolve('texts')).mockRejectedValueOnce(failure);
  const result = withRetries(task, Infinity, testClock());
  await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(1));
  window.dispatchEvent(new Event('online'));
  expect(await result).toBe('texts');
});
