import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayHub, retryBlocked } from '@/lib/gateway/site';
import { refreshBlocked } from '@/lib/swr/cache';
import { toastFailure, toasts } from '@/lib/toast/store';

const blockedToast = 'blocked';

/**
 * Shows failures, maintenance and the block after an HTTP 500 in toasts (spec §8). When the block ends, what failed
 * because of it is loaded again; the page stays as it is.
 */
export function GatewayToasts() {
  const { t } = useTranslation('errors');

  useEffect(() => {
    const unsubscribers = [
      gatewayHub.on('failure', (error) => {
        toastFailure(error.message || t('failure'), error.requestId);
      }),
      gatewayHub.on('maintenance', () => {
        toasts.show({ id: 'maintenance', kind: 'negative', message: t('maintenance.notice') });
      }),
      gatewayHub.on('blocked', (error) => {
        // The notice is persistent: dismissed, it comes back with the next refused call.
        if (toasts.get().some(({ id }) => id === blockedToast)) return;
        toasts.show({
          id: blockedToast,
          kind: 'negative',
          message: t('blocked.text'),
          requestId: error.requestId,
          timeout: 0,
          action: { label: t('blocked.retry'), run: () => void retryBlocked() },
        });
      }),
      gatewayHub.on('unblocked', () => {
        toasts.dismiss(blockedToast);
        toasts.show({ kind: 'positive', message: t('blocked.ended') });
        void refreshBlocked();
      }),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [t]);

  return null;
}
