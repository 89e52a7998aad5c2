import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testClock, type TestClock } from '@/testing';
import { openStream, type Stream, type StreamHandlers } from './stream';

/** An EventSource in the test's hands. */
class FakeSource extends EventTarget {
  onerror: (() => void) | null = null;
  closed = false;
  close() {
    this.closed = true;
  }
  says(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  fails() {
    this.onerror?.();
  }
}

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
let sources: FakeSource[];
let stream: Stream;
const latest = () => sources[sources.length - 1]!;

beforeEach(() => {
  vi.clearAllMocks();
  clock = testClock();
  sources = [];
  const open = () => {
    sources.push(new FakeSource());
    return latest() as unknown as EventSource;
  };
  stream = openStream({ open, clock, handlers, onConnectionChange: live });
});

describe('openStream', () => {
  it('calls the handler of each event', () => {
    latest().says('maintenance', { result: true });
    latest().says('session', { ended: true });
    latest().says('balance', { balance: 5 });
    latest().says('jackpots', [{ jackpotID: 1 }]);
    expect(handlers.maintenance).toHaveBeenCalledWith({ result: true });
    expect(handlers.session).toHaveBeenCalledOnce();
    expect(handlers.balance).toHaveBeenCalledWith({ balance: 5 });
    expect(handlers.jackpots).toHaveBeenCalledWith([{ jackpotID: 1 }]);
  });

  it('is connected from its first event until a failure or stop', () => {
    const isOpen = () => live.mock.lastCall?.[0] as boolean;
    expect(isOpen()).toBe(false);
    latest().says('maintenance', { result: true });
    expect(isOpen()).toBe(true);
    latest().fails();
    expect(isOpen()).toBe(false);
    clock.advance(1000);
    expect(isOpen()).toBe(false);
    latest().says('maintenance', { result: true });
    expect(isOpen()).toBe(true);
    stream.stop();
    expect(isOpen()).toBe(false);
  });

  it('reconnects with exponential backoff, up to a minute', () => {
    for (const pause of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      const before = sources.length;
      latest().fails();
      expect(latest().closed).toBe(true);
      clock.advance(pause - 1);
      expect(sources).toHaveLength(before);
      clock.advance(1);
      expect(sources).toHaveLength(before + 1);
    }
  });

  it('resets the backoff after an event', () => {
    latest().fails();
    clock.advance(1000);
    latest().fails();
    clock.advance(2000);
    latest().says('maintenance', { result: true });
    latest().fails();
    clock.advance(1000);
    expect(sources).toHaveLength(4);
  });

  it('closes the old connection on restart, and connects once', () => {
    const [first] = sources;
    first!.fails();
    stream.restart();
    clock.advance(60_000);
    expect(first!.closed).toBe(true);
    expect(sources).toHaveLength(2);
    first!.fails();
    clock.advance(60_000);
    expect(sources).toHaveLength(2);
  });

  it('stays disconnected after stop', () => {
    latest().fails();
    stream.stop();
    clock.advance(60_000);
    expect(sources).toHaveLength(1);
    stream.restart();
    stream.stop();
    expect(latest().closed).toBe(true);
  });
});
