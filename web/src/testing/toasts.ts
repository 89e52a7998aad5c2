import { toasts } from '@/lib/toast/store';

/** Returns kind and message of the toasts, with the space of amounts that does not break as any other. */
export const toastMessages = () =>
  toasts.get().map(({ kind, message }) => [kind, message.replaceAll('\u00a0', ' ')]);
