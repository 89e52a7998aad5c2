import { useTranslation } from 'react-i18next';
import { CountBadge } from '@/components/ui/Chip/Chip';
import { useNotifications } from '@/lib/notifications/useNotifications';

/** The number of unread notifications. Renders nothing for zero. */
export default function UnreadCount() {
  const { t } = useTranslation('layout');
  const { unread } = useNotifications();
  return <CountBadge count={unread} label={t('account.unread', { count: unread })} />;
}
