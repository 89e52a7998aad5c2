import { toasts } from '@/lib/toast/store';

/** Returns kind and message of the toasts, with plain instead of no-break spaces. */
export const toastMessages = () =>
  toasts.get().map(({ kind, message }) => [kind, message.replaceAll('\u00a0', ' ')]);
