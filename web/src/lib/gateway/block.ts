import type { Clock } from '../clock';
import type { GatewayError } from './error';

interface BlockDeps {
  clock: Clock;
  /** Makes one cheap call. Resolves with true if the server responds without HTTP 500. */
  probe(): Promise<boolean>;
  /** Runs when the block has ended. */
  onEnd(): void;
  /** Returns whether the page is visible. A hidden page does not probe. */
  isVisible(): boolean;
  /** Returns a number from 0 to 1 that spreads the probes of many pages. */
  random(): number;
}

/**
 * The block of all calls after an HTTP 500. It ends when a probe gets a response. The failed call
 * is not repeated, because it may be a write. The page does not reload, which would lose its forms.
 */
export interface Block {
  /** Returns the failure that blocks the calls, or undefined. */
  current(): GatewayError | undefined;
  /** Begins the block and its probes. Does nothing during a block. */
  start(error: GatewayError): void;
  /** Probes now. Resolves with true if the calls are no longer blocked. */
  retry(): Promise<boolean>;
}

/** The delay before each probe in milliseconds. The last delay repeats. */
const delays = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Failed probes before the page gives up and waits for `retry`, about nine minutes. */
const maxProbes = 20;

/** A block within this time after the last one continues with its delay: milliseconds. */
const relapseMs = 60_000;

/** Creates an inactive block. */
export function createBlock({ clock, probe, onEnd, isVisible, random }: BlockDeps): Block {
  let error: GatewayError | undefined;
  let probes = 0;
  let endedAt = -Infinity;
  let cancelTimer: (() => void) | undefined;
  let running: Promise<boolean> | undefined;

  const schedule = () => {
    cancelTimer?.();
    if (probes >= maxProbes) return;
    const delay = delays[Math.min(probes, delays.length - 1)] ?? 0;
    cancelTimer = clock.timeout(delay * (0.8 + 0.4 * random()), () => {
      if (!isVisible()) return schedule();
      void run();
    });
  };

  const end = () => {
    cancelTimer?.();
    error = undefined;
    endedAt = clock.now();
    onEnd();
  };

  const run = (): Promise<boolean> => {
    running ??= probe().then((answered) => {
      running = undefined;
      if (!error) return true;
      probes++;
      if (answered) end();
      else schedule();
      return answered;
    });
    return running;
  };

  return {
    current: () => error,
    start(failure) {
      if (error) return;
      error = failure;
      if (clock.now() - endedAt > relapseMs) probes = 0;
      schedule();
    },
    retry() {
      if (!error) return Promise.resolve(true);
      probes = Math.min(probes, maxProbes - 1);
      return run();
    },
  };
}
