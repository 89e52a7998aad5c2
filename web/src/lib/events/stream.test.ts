import { beforeEach, expect, it, vi } from 'vitest';
import { testClock, type TestClock } from '@/testing';
import { FakeEventSource } from '@/testing/eventSource';
import { openStream, type Stream, type StreamHandlers } from './stream';

const handlers = {
  maintenance: vi.fn(),
  session: vi.fn(),
  balance: vi.fn(),
  jackpots: vi.fn(),
  payment: vi.fn(),
  limits: vi.fn(),
} satisfies StreamHandlers;

const live = vi.fn();
let clock: TestClock;
let sources: FakeEventSource[];
let stream: Stream;
const latest = () => sources[sources.length - 1]!;

beforeEach(() => {
  vi.clearAllMocks();
  clock = testClock();
  sources = [];
  const open = () => {
    sources.push(new FakeEventSource());
    return latest() as unknown as EventSource;
  };
  stream = openStream({ open, clock, handlers, onConnectionChange: live });
});

it('openStream calls the handler of each event', () => {
  latest().send('maintenance', { result: true });
  latest().send('session', { ended: true });
  latest().send('balance', { balance: 5 });
  latest().send('jackpots', [{ jackpotID: 1 }]);
  expect(handlers.maintenance).toHaveBeenCalledWith({ result: true });
  expect(handlers.session).toHaveBeenCalledOnce();
  expect(handlers.balance).toHaveBeenCalledWith({ balance: 5 });
  expect(handlers.jackpots).toHaveBeenCalledWith([{ jackpotID: 1 }]);
});

it('openStream is connected from its first event until a failure or stop', () => {
  const isOpen = () => live.mock.lastCall?.[0] as boolean;
  expect(isOpen()).toBe(false);
  latest().send('maintenance', { result: true });
  expect(isOpen()).toBe(true);
  latest().fail();
  expect(isOpen()).toBe(false);
  clock.advance(1000);
  expect(isOpen()).toBe(false);
  latest().send('maintenance', { result: true });
  expect(isOpen()).toBe(true);
  stream.stop();
  expect(isOpen()).toBe(false);
});

it('openStream reconnects with exponential backoff, up to a minute, and anew after an event', () => {
  for (const pause of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    const before = sources.length;
    latest().fail();
    expect(latest().closed).toBe(true);
    clock.advance(pause - 1);
    expect(sources).toHaveLength(before);
    clock.advance(1);
    expect(sources).toHaveLength(before + 1);
  }
  latest().send('maintenance', { result: true });
  latest().fail();
  clock.advance(1000);
  expect(sources).toHaveLength(10);
});

it('openStream closes the old connection on restart, and connects once', () => {
  const [first] = sources;
  first!.fail();
  stream.restart();
  clock.advance(60_000);
  expect(first!.closed).toBe(true);
  expect(sources).toHaveLength(2);
  first!.fail();
  clock.advance(60_000);
  expect(sources).toHaveLength(2);
});

it('openStream stays disconnected after stop', () => {
  latest().fail();
  stream.stop();
  clock.advance(60_000);
  expect(sources).toHaveLength(1);
  stream.restart();
  stream.stop();
  expect(latest().closed).toBe(true);
});
