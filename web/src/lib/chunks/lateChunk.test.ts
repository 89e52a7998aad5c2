import { expect, it, vi } from 'vitest';
import { testClock } from '@/testing/clock';
import { loadWhenIdle } from './lateChunk';

it('a late chunk that fails without a network is loaded when the network is back', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockResolvedValueOnce('loaded');
  const loaded = loadWhenIdle(load);
  for (const times of [1, 2]) {
    await expect.poll(() => load.mock.calls.length).toBe(times);
    await expect.poll(() => load.mock.settledResults[times - 1]?.type).toBe('rejected');
    window.dispatchEvent(new Event('online'));
  }
  await expect(loaded).resolves.toBe('loaded');
  expect(load).toHaveBeenCalledTimes(3);
});

it('a network that is back before the failure is known is not missed', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockImplementationOnce(() => {
    window.dispatchEvent(new Event('online'));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  load.mockResolvedValueOnce('loaded');
  await expect(loadWhenIdle(load)).resolves.toBe('loaded');
});

it('a late chunk that fails on a live line is loaded again after growing pauses', async () => {
  const clock = testClock();
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('502'));
  const loaded = loadWhenIdle(load, clock);
  for (const [times, seconds] of [5, 10, 20, 40, 60, 60].entries()) {
    await expect.poll(() => load.mock.settledResults.length).toBe(times + 1);
    clock.advance(seconds * 1000 - 1);
    await new Promise((done) => setImmediate(done));
    expect(load).toHaveBeenCalledTimes(times + 1);
    if (times === 5) load.mockResolvedValue('loaded');
    clock.advance(1);
  }
  await expect(loaded).resolves.toBe('loaded');
  clock.advance(600_000);
  expect(load).toHaveBeenCalledTimes(7);
});
