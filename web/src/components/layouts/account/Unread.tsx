import { useTranslation } from 'react-i18next';
import { CountBadge } from '@/components/ui/Chip/Chip';
import { useNotifications } from '@/lib/notifications/useNotifications';

/** How many notifications the player has not read; nothing where there are none. */
export function Unread() {
  const { t } = useTranslation('layout');
  const { unread } = useNotifications();
  return <CountBadge count={unread} label={t('account.unread', { count: unread })} />;
}
