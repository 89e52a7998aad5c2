import { useEffect, useMemo, useState } from 'react';
import { IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Chip, Chips } from '@/components/ui/Chip/Chip';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { useFormat } from '@/lib/format/useFormat';
import {
  useNotifications,
  type Notification,
  type Notifications,
} from '@/lib/notifications/useNotifications';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { NotificationCard } from '../components/NotificationCard';
import css from './NotificationsRoute.module.css';

const kinds = ['message', 'withdrawal', 'payment', 'login'] as const;

/** Refused withdrawals and messages by day. Opening the page marks them as read. */
export function NotificationsRoute() {
  const { t } = useTranslation('notifications');
  usePageTitle(t('title'));
  const notifications = useNotifications();
  const { items, error, reload } = notifications;
  const unreadIds = useUnread(notifications);
  return (
    <div className={css.page}>
      <PageTitle>{t('title')}</PageTitle>
      {items ? (
        <NotificationList items={items} unreadIds={unreadIds} />
      ) : error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <ListSkeleton />
      )}
    </div>
  );
}

/** Returns the ids that were unread at the opening of the page, and marks them as read. */
function useUnread({ items, markAsRead }: Notifications): ReadonlySet<string> {
  const [unreadIds, setUnread] = useState<ReadonlySet<string>>(new Set());
  const newIds = items?.filter(({ id, unread }) => unread && !unreadIds.has(id)) ?? [];
  if (newIds.length > 0) setUnread(new Set([...unreadIds, ...newIds.map(({ id }) => id)]));
  useEffect(() => markAsRead(), [markAsRead]);
  return unreadIds;
}

interface NotificationListProps {
  items: Notification[];
  unreadIds: ReadonlySet<string>;
}

function NotificationList({ items, unreadIds }: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const [kind, setKind] = useState<Notification['kind']>();
  const days = useMemo(() => {
    const filtered = kind ? items.filter((item) => item.kind === kind) : items;
    return groupByDay(filtered, (at) => format.date(at, 'long'));
  }, [items, kind, format]);
  return (
    <>
      <div className={css.filter}>
        <Chips label={t('filter')}>
          <Chip selected={kind === undefined} onClick={() => setKind(undefined)}>
            {t('all')}
          </Chip>
          {kinds.map((item) => (
            <Chip key={item} selected={kind === item} onClick={() => setKind(item)}>
              {t(`kind.${item}`)}
            </Chip>
          ))}
        </Chips>
      </div>
      {days.length === 0 && (
        <EmptyState icon={<IconBellOff size={32} />} title={t('empty')} text={t('emptyText')}>
          {kind && <Button onClick={() => setKind(undefined)}>{t('all')}</Button>}
        </EmptyState>
      )}
      {days.map(({ title, items: dayItems }) => (
        <section key={title} className={css.day}>
          <h2 className={css.date}>{title}</h2>
          {dayItems.map((item) => (
            <SectionErrors key={item.id} of="card">
              <NotificationCard notification={item} unread={unreadIds.has(item.id)} />
            </SectionErrors>
          ))}
        </section>
      ))}
    </>
  );
}

interface Day {
  /** The formatted day, equal for all items of that day. */
  title: string;
  items: Notification[];
}

/** Groups notifications, sorted newest first, by day. */
function groupByDay(items: readonly Notification[], formatDay: (at: Date) => string): Day[] {
  const days: Day[] = [];
  for (const item of items) {
    const title = formatDay(new Date(item.at));
    const last = days.at(-1);
    if (last?.title === title) last.items.push(item);
    else days.push({ title, items: [item] });
  }
  return days;
}
