import { useTranslation } from 'react-i18next';
import type { ShownError } from '@/components/ui';
import type { GatewayError } from '@/lib/gateway';

/**
 * Returns the error to show; messages that the platform sends in Turkish only are replaced by translations.
 */
export function useShownError(error: GatewayError | undefined): ShownError | undefined {
  const { t } = useTranslation('auth');
  if (!error) return undefined;
  const { reason, message, requestId } = error;
  switch (reason) {
    case 'login-failed':
      return { message: t('login.failed'), requestId };
    case 'inactive-account':
      return { message: t('login.inactive'), requestId };
    case 'network':
      return { message: t('offline') };
    default:
      return { message: message || t('failed'), requestId };
  }
}
