import { beforeEach, expect, it, vi } from 'vitest';
import { testClock, type TestClock } from '@/testing/clock';
import { createBlock, type Block } from './block';
import { GatewayError } from './error';

const failure = new GatewayError({
  code: 500,
  debug: 'upstream error',
  message: '',
  requestId: 'r-1',
  reason: 'server',
});

let clock: TestClock;
let answered: boolean;
let visible: boolean;
/** The time of each probe in seconds. */
let probes: number[];
let onEnd: ReturnType<typeof vi.fn<() => void>>;
let block: Block;

beforeEach(() => {
  clock = testClock(0);
  answered = false;
  visible = true;
  probes = [];
  onEnd = vi.fn<() => void>();
  block = createBlock({
    clock,
    probe: () => {
      probes.push(clock.now() / 1000);
      return Promise.resolve(answered);
    },
    onEnd,
    isVisible: () => visible,
    random: () => 0.5,
  });
});

/** Advances the time second by second, which lets the probes resolve in between. */
async function advance(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await Promise.resolve();
    await Promise.resolve();
  }
}

it('a block probes at growing intervals', async () => {
  block.start(failure);
  expect(block.current()).toBe(failure);
  await advance(120);
  expect(probes).toEqual([1, 3, 7, 15, 30, 60, 90, 120]);
});

it('a block stops probing after 20 probes, until the player tries again', async () => {
  block.start(failure);
  await advance(3600);
  expect(probes).toHaveLength(20);
  await expect(block.retry()).resolves.toBe(false);
  answered = true;
  await expect(block.retry()).resolves.toBe(true);
  expect(block.current()).toBeUndefined();
});

it('a block is probed at once by a retry, and once for several, but not before it begins', async () => {
  await expect(block.retry()).resolves.toBe(true);
  expect(probes).toEqual([]);
  block.start(failure);
  answered = true;
  await expect(Promise.all([block.retry(), block.retry()])).resolves.toEqual([true, true]);
  expect(probes).toEqual([0]);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('a block does not probe in a hidden page', async () => {
  visible = false;
  block.start(failure);
  await advance(60);
  expect(probes).toEqual([]);
  visible = true;
  await advance(1);
  expect(probes).toEqual([61]);
});

it.each([
  ['soon continues with its interval', 2, 1, 5, 7],
  ['later starts anew', 0, 62, 1, 63],
])('a block that begins again %s', async (_, failing, answering, again, probe) => {
  block.start(failure);
  await advance(failing);
  answered = true;
  await advance(answering);
  answered = false;
  probes = [];
  block.start(failure);
  await advance(again);
  expect(probes).toEqual([probe]);
});
