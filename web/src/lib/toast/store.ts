import { toastTimeoutMs } from '@/contracts/constants';
import { systemClock, type Clock } from '../clock';
import { planToast, type ToastOptions, type ToastPlan } from './options';

/** A toast on the screen; `count` says how often the same came while it stood. */
export interface Toast extends ToastPlan {
  id: string;
  count: number;
}

export interface ToastStore {
  list(): readonly Toast[];
  subscribe(listener: () => void): () => void;
  /** Shows a toast and gives its id. Throws RangeError for options that spec §5 rejects. */
  show(options: ToastOptions): string;
  dismiss(id: string): void;
  /** While a toast is held (pointed at, focused) its time does not run out. */
  pause(id: string): void;
  resume(id: string): void;
}

export function createToastStore(clock: Clock): ToastStore {
  let toasts: readonly Toast[] = [];
  let next = 0;
  const listeners = new Set<() => void>();
  const timers = new Map<string, () => void>();

  const set = (list: readonly Toast[]) => {
    toasts = list;
    listeners.forEach((listener) => listener());
  };
  const pause = (id: string) => {
    timers.get(id)?.();
    timers.delete(id);
  };
  const dismiss = (id: string) => {
    pause(id);
    set(toasts.filter((toast) => toast.id !== id));
  };
  const resume = (id: string) => {
    const toast = toasts.find((it) => it.id === id);
    pause(id);
    if (toast && toast.timeout > 0)
      timers.set(
        id,
        clock.timeout(toast.timeout, () => dismiss(id)),
      );
  };

  return {
    list: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(options) {
      const plan = planToast(options);
      const same = toasts.find((it) =>
        plan.id ? it.id === plan.id : it.message === plan.message && it.position === plan.position,
      );
      const id = same?.id ?? plan.id ?? `toast-${++next}`;
      const toast: Toast = { ...plan, id, count: (same?.count ?? 0) + 1 };
      set(same ? toasts.map((it) => (it.id === id ? toast : it)) : [...toasts, toast]);
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

/** Tells a success (spec §8): 1500 ms at bottom-right. */
export const toastSuccess = (message: string): string =>
  toasts.show({ kind: 'positive', message, timeout: toastTimeoutMs });

/** Tells a failure (spec §8): 1500 ms at bottom-right unless said otherwise, with the request id for support. */
export const toastFailure = (
  message: string,
  requestId?: string,
  timeout = toastTimeoutMs,
): string => toasts.show({ kind: 'negative', message, requestId, timeout });
