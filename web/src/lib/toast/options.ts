import { notificationTimeoutMs } from '@/contracts/constants';

/** The nine positions of toasts (spec §5). */
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

/** The corners of a toast that may hold its badge (spec §5). */
export const badgePositions = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type BadgePosition = (typeof badgePositions)[number];

export type ToastKind = 'positive' | 'negative' | 'warning' | 'info';

export interface ToastOptions {
  kind: ToastKind;
  message: string;
  /** Default: bottom-right. */
  position?: ToastPosition;
  /** Milliseconds. Unset means 5000; 0 means until dismissed. */
  timeout?: number | '' | null;
  /** The corner that shows how often the toast was repeated. */
  badgePosition?: BadgePosition;
  /** Shown under the message, so that support can find the request. */
  requestId?: string;
  /** A button in the toast. */
  action?: { label: string; run(): void };
  /** A toast replaces the visible one with the same id. */
  id?: string;
}

/** Validated options with defaults. */
export interface ResolvedToastOptions extends ToastOptions {
  position: ToastPosition;
  timeout: number;
  badgePosition: BadgePosition;
}

/** Validates the options of a toast and fills in defaults. Throws RangeError for what spec §5 rejects. */
export function resolveToastOptions(options: ToastOptions): ResolvedToastOptions {
  const { position = 'bottom-right', badgePosition = 'top-right' } = options;
  if (!toastPositions.includes(position)) throw new RangeError(`toast position ${position}`);
  if (!badgePositions.includes(badgePosition)) {
    throw new RangeError(`toast badge position ${badgePosition}`);
  }
  const unset = options.timeout === undefined || options.timeout === null || options.timeout === '';
  const timeout = unset ? notificationTimeoutMs : Number(options.timeout);
  if (!Number.isFinite(timeout) || timeout < 0) {
    throw new RangeError(`toast timeout ${String(options.timeout)}`);
  }
  return { ...options, position, badgePosition, timeout };
}
