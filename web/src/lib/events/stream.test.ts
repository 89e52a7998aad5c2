import { beforeEach, expect, it, vi } from 'vitest';
import { testClock, type TestClock } from '@/testing/clock';
import { FakeEventSource } from '@/testing/eventSource';
import { openStream, type Stream } from './stream';

const handlers = { maintenance: vi.fn(), balance: vi.fn() };

const live = vi.fn();
let clock: TestClock;
let sources: FakeEventSource[];
let stream: Stream;
const latest = () => sources[sources.length - 1]!;

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
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
  latest().send('balance', { balance: 5 });
  expect(handlers.maintenance).toHaveBeenCalledWith({ result: true });
  expect(handlers.balance).toHaveBeenCalledWith({ balance: 5 });
});

it('openStream is connected from its first event until a failure or stop', () => {
  const isOpen = () => live.mock.lastCall?.[0] === true;
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
  for (const interval of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    const before = sources.length;
    latest().fail();
    expect(latest().closed).toBe(true);
    clock.advance(interval / 2 - 1);
    expect(sources).toHaveLength(before);
    clock.advance(1);
    expect(sources).toHaveLength(before + 1);
  }
  latest().send('heartbeat', {});
  latest().fail();
  clock.advance(1000);
  expect(sources).toHaveLength(9);
});

it('openStream reconnects at a random moment of the interval, or at once when the device is online again', () => {
  vi.mocked(Math.random).mockReturnValue(0.1);
  latest().fail();
  clock.advance(200);
  expect(sources).toHaveLength(2);
  latest().fail();
  window.dispatchEvent(new Event('online'));
  expect(sources).toHaveLength(3);
  window.dispatchEvent(new Event('online'));
  clock.advance(10_000);
  expect(sources).toHaveLength(3);
});

it('openStream replaces a connection on which no heartbeat arrives any more', () => {
  for (let minute = 0; minute < 5; minute++) {
    clock.advance(15_000);
    latest().send('heartbeat', {});
  }
  expect(sources).toHaveLength(1);
  clock.advance(40_000);
  expect(live).toHaveBeenLastCalledWith(false);
  expect(sources[0]!.closed).toBe(true);
  clock.advance(1000);
  expect(sources).toHaveLength(2);
  // A connection that never delivers an event is dead too.
  clock.advance(42_000);
  expect(sources).toHaveLength(3);
  sources[0]!.send('balance', { balance: 1 });
  expect(handlers.balance).not.toHaveBeenCalled();
});

it('openStream closes the old connection on restart, and connects once', () => {
  const [first] = sources;
  first!.fail();
  stream.restart();
  clock.advance(30_000);
  expect(first!.closed).toBe(true);
  expect(sources).toHaveLength(2);
  first!.fail();
  clock.advance(5000);
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
