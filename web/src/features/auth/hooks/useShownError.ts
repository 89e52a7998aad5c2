import { useTranslation } from 'react-i18next';
import type { ShownError } from '@/components/ui/State/State';
import type { GatewayError } from '@/lib/gateway/error';
import { paths } from '@/lib/paths/paths';

/** An error of a form, with a link to a solution. */
export interface FormFailure extends ShownError {
  link?: { to: string; text: string };
}

/** Returns the error to show. Translations replace messages that are only in Turkish. */
export function useShownError(error: GatewayError | undefined): FormFailure | undefined {
  const { t } = useTranslation('auth');
  if (!error) return undefined;
  const { reason, message, requestId } = error;
  switch (reason) {
    case 'login-failed':
      return { message: t('login.failed'), requestId };
    case 'inactive-account': {
      const link = { to: paths.contact.to(), text: t('login.support') };
      return { message: t('login.inactive'), requestId, link };
    }
    case 'network':
      return { message: t('offline') };
    default:
      return { message: message || t('failed'), requestId };
  }
}
