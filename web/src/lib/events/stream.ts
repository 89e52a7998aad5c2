import type { Clock } from '../clock';

/** A function for each event of a stream, called with the data of the event. */
export type StreamHandlers = Record<string, (data: never) => void>;

/** The dependencies of a stream. */
export interface StreamDeps {
  open(): EventSource;
  clock: Clock;
  handlers: StreamHandlers;
  /** Called when the connection changes. Connected from the first event until a failure or stop. */
  onConnectionChange(connected: boolean): void;
  /** Called after each failure, connected or not. */
  onFailure?(): void;
}

/** An event stream of the server. */
export interface Stream {
  /** Reconnects, for example as another player or in another language. */
  restart(): void;
  /** Closes the stream until the next restart. */
  stop(): void;
}

const minRetryMs = 2000;
const maxRetryMs = 60_000;

/** The longest silence of a working connection. The server sends a heartbeat every 15 seconds. */
const silentMs = 40_000;

/**
 * Opens a stream. After a failure or a silence it reconnects with exponential backoff and full
 * jitter, so pages do not reconnect together. Components poll while the stream is disconnected.
 */
export function openStream(deps: StreamDeps): Stream {
  const { open, clock, handlers, onConnectionChange, onFailure } = deps;
  let source: EventSource | undefined;
  let cancelTimer: (() => void) | undefined;
  let retryMs = minRetryMs;
  let connected = false;

  const setConnected = (next: boolean) => {
    if (next !== connected) onConnectionChange((connected = next));
  };

  const stop = () => {
    cancelTimer?.();
    source?.close();
    source = undefined;
    window.removeEventListener('online', connect);
    setConnected(false);
  };

  // A browser reports a closed connection, and reconnects only after some failures.
  const fail = () => {
    stop();
    cancelTimer = clock.timeout(Math.random() * retryMs, connect);
    retryMs = Math.min(retryMs * 2, maxRetryMs);
    window.addEventListener('online', connect);
    onFailure?.();
  };

  const connect = () => {
    stop();
    const current = open();
    const watch = () => {
      cancelTimer?.();
      cancelTimer = clock.timeout(silentMs, fail);
    };
    source = current;
    watch();
    for (const name of ['heartbeat', ...Object.keys(handlers)]) {
      current.addEventListener(name, (event: MessageEvent<string>) => {
        if (source !== current) return;
        watch();
        retryMs = minRetryMs;
        setConnected(true);
        handlers[name]?.(JSON.parse(event.data) as never);
      });
    }
    current.onerror = () => void (source === current && fail());
  };

  connect();
  return { restart: connect, stop };
}
