import { useTranslation } from 'react-i18next';
import { CountBadge } from '@/components/ui';
import { useNotifications } from '@/lib/notifications';

/** How many notifications the player has not read; nothing where there are none. */
export function Unread() {
  const { t } = useTranslation('layout');
  const { unread } = useNotifications();
  return <CountBadge count={unread} label={t('account.unread', { count: unread })} />;
}
