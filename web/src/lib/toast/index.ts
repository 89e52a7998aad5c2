export { badgePositions, resolveToastOptions, toastPositions } from './options';
export type { BadgePosition, ToastKind, ToastOptions, ToastPosition } from './options';
export { createToastStore, toastFailure, toasts, toastSuccess } from './store';
export type { Toast, ToastStore } from './store';
