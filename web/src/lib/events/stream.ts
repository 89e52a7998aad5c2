import type {
  Balance,
  CheckMaintenanceAnswer,
  Jackpot,
  LimitsEvent as Message,
} from '@/contracts/types';
import type { Clock } from '../clock';
import type { PaymentEvent } from './payment';

/** What holds for the player by limits, a break or an exclusion has changed. */
export type LimitsEvent = Message['data'];

/** The handlers of the events of `/v1/events` (calls.md §4). */
export interface StreamHandlers {
  maintenance(state: CheckMaintenanceAnswer): void;
  session(): void;
  balance(balance: Balance): void;
  jackpots(jackpots: Jackpot[]): void;
  payment(event: PaymentEvent): void;
  limits(event: LimitsEvent): void;
}

/** The dependencies of the stream. */
export interface StreamDeps {
  open(): EventSource;
  clock: Clock;
  handlers: StreamHandlers;
  /** Called when the connection changes: connected from the first event until a failure or stop. */
  onConnectionChange(connected: boolean): void;
}

/** The event stream of the page. */
export interface Stream {
  /** Reconnects, for example as another player or in another language. */
  restart(): void;
  /** Closes the stream until the next restart. */
  stop(): void;
}

const names = ['maintenance', 'session', 'balance', 'jackpots', 'payment', 'limits'] as const;
const minRetryMs = 1000;
const maxRetryMs = 60_000;

/**
 * Opens the stream. After a failure it reconnects with exponential backoff; components poll while it is disconnected.
 */
export function openStream({ open, clock, handlers, onConnectionChange }: StreamDeps): Stream {
  let source: EventSource | undefined;
  let cancelRetry: (() => void) | undefined;
  let retryMs = minRetryMs;

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
        retryMs = minRetryMs;
        onConnectionChange(true);
        handlers[name](JSON.parse(event.data) as never);
      });
    }
    // A browser reconnects by itself only after some failures, so reconnecting is done here.
    current.onerror = () => {
      current.close();
      if (source !== current) return;
      source = undefined;
      onConnectionChange(false);
      cancelRetry = clock.timeout(retryMs, connect);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    };
  };

  connect();
  return { restart: connect, stop };
}
