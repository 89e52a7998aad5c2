import { gatewayHub, retryBlocked } from '@/lib/gateway/site';
import { i18next } from '@/lib/i18n/i18n';
import { announcedStatus, maintenance } from '@/lib/maintenance/flag';
import { refreshFailed } from '@/lib/swr/cache';
import { toastFailure, toasts } from '@/lib/toast/store';

const blockedToast = 'blocked';
const t = (key: `errors:${string}`) => i18next.t(key as 'errors:failure');

/**
 * Shows failures, maintenance and the block after an HTTP 500 in toasts. When the block or the
 * maintenance ends, it reloads the failed responses. Call it before the first gateway call, so it
 * sees all events. Returns a function that stops it.
 */
export function startGatewayToasts(): () => void {
  let closed = maintenance.get();
  let { parts } = announcedStatus.get();
  const unsubscribers = [
    announcedStatus.subscribe(() => {
      // A closed part may have opened.
      if (parts) void refreshFailed();
      ({ parts } = announcedStatus.get());
    }),
    maintenance.subscribe(() => {
      const ended = closed && !maintenance.get();
      closed = maintenance.get();
      if (ended) void refreshFailed();
    }),
    gatewayHub.on('failure', (error) => {
      const offline = error.reason === 'offline' && i18next.t('common:offline.text');
      toastFailure(offline || error.message || t('errors:failure'), error.requestId);
    }),
    gatewayHub.on('maintenance', () => {
      toasts.show({ id: 'maintenance', kind: 'negative', message: t('errors:maintenance.notice') });
    }),
    gatewayHub.on('blocked', (error) => {
      // The notice is persistent. If the player dismisses it, the next refused call shows it again.
      if (toasts.get().some(({ id }) => id === blockedToast)) return;
      toasts.show({
        id: blockedToast,
        kind: 'negative',
        message: t('errors:blocked.text'),
        requestId: error.requestId,
        timeout: 0,
        action: { label: i18next.t('common:error.retry'), run: () => void retryBlocked() },
      });
    }),
    gatewayHub.on('unblocked', () => {
      toasts.dismiss(blockedToast);
      toasts.show({ kind: 'positive', message: t('errors:blocked.ended') });
      void refreshFailed();
    }),
  ];
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
}
