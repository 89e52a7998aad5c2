import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayHub } from '@/lib/gateway/site';
import { toastFailure, toasts } from '@/lib/toast/store';

/** Shows failures, maintenance and the block after an HTTP 500 in toasts (spec §8). */
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
        toasts.show({
          id: 'blocked',
          kind: 'negative',
          message: t('blocked.text'),
          requestId: error.requestId,
          timeout: 0,
          action: { label: t('blocked.retry'), run: () => location.reload() },
        });
      }),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [t]);

  return null;
}
