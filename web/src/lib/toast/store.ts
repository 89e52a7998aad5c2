import i18next from 'i18next';
import { notificationTimeoutMs, toastTimeoutMs } from '@/contracts/constants';
import { systemClock, type Clock } from '../clock';
import { createStore } from '../store/store';

/** The nine positions of toasts. */
export const toastPositions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type ToastPosition = (typeof toastPositions)[number];

/** The corners for a toast's badge. */
export const badgePositions = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
type BadgePosition = (typeof badgePositions)[number];

type ToastKind = 'positive' | 'negative' | 'warning' | 'info';

export interface ToastOptions {
  kind: ToastKind;
  message: string;
  /** Default: bottom-right. */
  position?: ToastPosition;
  /** Milliseconds. Unset means 5000, and 0 means until dismissed. */
  timeout?: number | '' | null;
  /** The corner of the badge with the repeat count. */
  badgePosition?: BadgePosition;
  /** Shown under the message for support. */
  requestId?: string;
  /** A button in the toast. */
  action?: { label: string; run(): void };
  /** A toast replaces the visible toast with the same id. */
  id?: string;
}

/** Validated options with defaults. */
interface ResolvedToastOptions extends ToastOptions {
  position: ToastPosition;
  timeout: number;
  badgePosition: BadgePosition;
}

/** Validates a toast's options and adds defaults. Throws RangeError for an invalid option. */
export function resolveToastOptions(options: ToastOptions): ResolvedToastOptions {
  const { position = 'bottom-right', badgePosition = 'top-right' } = options;
  if (!toastPositions.includes(position))
    throw new RangeError(`invalid toast position: ${position}`);
  if (!badgePositions.includes(badgePosition)) {
    throw new RangeError(`invalid toast badge position: ${badgePosition}`);
  }
  const unset = options.timeout === undefined || options.timeout === null || options.timeout === '';
  const timeout = unset ? notificationTimeoutMs : Number(options.timeout);
  if (!Number.isFinite(timeout) || timeout < 0) {
    throw new RangeError(`invalid toast timeout: ${String(options.timeout)}`);
  }
  return { ...options, position, badgePosition, timeout };
}

/** A visible toast. `count` says how often it was shown while visible. */
export interface Toast extends ResolvedToastOptions {
  id: string;
  count: number;
}

interface ToastStore {
  /** Returns the visible toasts, oldest first. */
  get(): readonly Toast[];
  subscribe(listener: () => void): () => void;
  /** Shows a toast and returns its id. Throws RangeError as resolveToastOptions does. */
  show(options: ToastOptions): string;
  dismiss(id: string): void;
  /** Stops the timeout of a toast, for example while the pointer is over it. */
  pause(id: string): void;
  /** Restarts the timeout of a toast from its beginning. */
  resume(id: string): void;
}

/**
 * Creates a store of toasts. Their timeouts run on `clock` while there are subscribers, so a toast
 * from the start of the page waits for its component.
 */
export function createToastStore(clock: Clock): ToastStore {
  const toasts = createStore<readonly Toast[]>([]);
  const timers = new Map<string, () => void>();
  let lastID = 0;
  let subscribers = 0;

  const pause = (id: string) => {
    timers.get(id)?.();
    timers.delete(id);
  };
  const dismiss = (id: string) => {
    pause(id);
    toasts.set(toasts.get().filter((toast) => toast.id !== id));
  };
  const resume = (id: string) => {
    const toast = toasts.get().find((item) => item.id === id);
    pause(id);
    if (!toast || toast.timeout === 0 || subscribers === 0) return;
    timers.set(
      id,
      clock.timeout(toast.timeout, () => dismiss(id)),
    );
  };

  return {
    get: toasts.get,
    subscribe(listener) {
      const unsubscribe = toasts.subscribe(listener);
      if (++subscribers === 1) toasts.get().forEach(({ id }) => resume(id));
      return () => {
        subscribers--;
        unsubscribe();
      };
    },
    show(options) {
      const resolved = resolveToastOptions(options);
      const shown = toasts.get();
      const same = shown.find((item) =>
        resolved.id
          ? item.id === resolved.id
          : item.message === resolved.message && item.position === resolved.position,
      );
      const id = same?.id ?? resolved.id ?? `toast-${++lastID}`;
      const toast: Toast = { ...resolved, id, count: (same?.count ?? 0) + 1 };
      toasts.set(same ? shown.map((item) => (item.id === id ? toast : item)) : [...shown, toast]);
      resume(id);
      return id;
    },
    dismiss,
    pause,
    resume,
  };
}

/** The toasts of this page. */
export const toasts = createToastStore(systemClock);

/** Shows a success at bottom-right for 1500 ms, by default the standard text. Returns the id. */
export const toastSuccess = (message?: string): string =>
  toasts.show({
    kind: 'positive',
    message: message || i18next.t('common:toast.done'),
    timeout: toastTimeoutMs,
  });

/** Shows a failure with its request id at bottom-right, by default for 1500 ms. Returns the id. */
export const toastFailure = (
  message: string,
  requestId?: string,
  timeout = toastTimeoutMs,
): string => toasts.show({ kind: 'negative', message, requestId, timeout });
