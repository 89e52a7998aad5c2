import type { Balance, CheckMaintenanceAnswer, Jackpot } from '@/contracts/types';
import type { Clock } from '../clock';

/** What the page does with each event of `/v1/events` (calls.md §4). */
export interface StreamHandlers {
  maintenance(state: CheckMaintenanceAnswer): void;
  session(): void;
  balance(balance: Balance): void;
  jackpots(jackpots: Jackpot[]): void;
}

export interface StreamDeps {
  open(): EventSource;
  clock: Clock;
  handlers: StreamHandlers;
  /** Hears whether the stream is open: from its first event until it breaks or is closed. */
  onConnectionChange(on: boolean): void;
}

/** The page's one stream of events. */
export interface Stream {
  /** Connects anew: another player, another language. */
  restart(): void;
  /** Closes the stream until the next restart. */
  stop(): void;
}

const names = ['maintenance', 'session', 'balance', 'jackpots'] as const;
const firstPause = 1000;
const longestPause = 60_000;

/**
 * Opens the stream and keeps it open. After a failure it connects again, each time after twice the pause;
 * meanwhile the site goes on by asking, as it does without a stream.
 */
export function openStream({ open, clock, handlers, onConnectionChange }: StreamDeps): Stream {
  let source: EventSource | undefined;
  let cancelRetry: (() => void) | undefined;
  let pause = firstPause;

  const stop = () => {
    cancelRetry?.();
    source?.close();
    source = undefined;
    onConnectionChange(false);
  };

  const connect = () => {
    stop();
    const current = open();
    source = current;
    for (const name of names) {
      current.addEventListener(name, (event: MessageEvent<string>) => {
        pause = firstPause;
        onConnectionChange(true);
        handlers[name](JSON.parse(event.data) as never);
      });
    }
    // A browser connects again by itself after some failures and never after others: here always.
    current.onerror = () => {
      current.close();
      if (source !== current) return;
      source = undefined;
      onConnectionChange(false);
      cancelRetry = clock.timeout(pause, connect);
      pause = Math.min(pause * 2, longestPause);
    };
  };

  connect();
  return { restart: connect, stop };
}
