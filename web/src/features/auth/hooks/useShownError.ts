import { useTranslation } from 'react-i18next';
import type { ShownError } from '@/components/ui';
import type { GatewayError } from '@/lib/gateway';

/** A failure in the player's words: own ones for what the platform says in Turkish only. */
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
