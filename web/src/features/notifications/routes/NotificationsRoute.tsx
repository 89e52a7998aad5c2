import { useEffect, useMemo, useState } from 'react';
import {
  IconBellOff,
  IconArrowUpCircle,
  IconChevronDown,
  IconMail,
  IconMailOpened,
  IconReceipt,
  IconShieldExclamation,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Html } from '@/components/html/Html';
import { Button } from '@/components/ui/Button/Button';
import { Chip, Chips } from '@/components/ui/Chip/Chip';
import { Money } from '@/components/ui/Money/Money';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { classes } from '@/components/ui/classes';
import { cashType } from '@/contracts/constants';
import { useFormat } from '@/lib/format/useFormat';
import {
  useNotifications,
  type Notification,
  type Notifications,
} from '@/lib/notifications/useNotifications';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import type { TrackedPayment } from '@/lib/payments/tracked';
import css from './NotificationsRoute.module.css';
import card from '../components/NotificationCard.module.css';

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

interface NotificationCardProps {
  notification: Notification;
  /** Whether it was unread when the page opened. */
  unread: boolean;
}

/** An expandable notification: a payment, a message, or a login from a new device. */
function NotificationCard({ notification, unread }: NotificationCardProps) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const refused = notification.kind === 'withdrawal';
  const warns = refused || notification.kind === 'login';
  const payment = notification.kind === 'payment' ? notification.payment : undefined;
  const amount = refused ? Math.abs(notification.transaction.amount) : payment?.amount;
  return (
    <details className={classes(card.card, unread && card.unread)}>
      <summary className={card.head}>
        <span className={classes(card.icon, warns && card.refused)} aria-hidden="true">
          <NotificationIcon kind={notification.kind} unread={unread} />
        </span>
        <span className={card.title}>
          <Title notification={notification} />
          {unread && <span className="visually-hidden"> {t('unread')}</span>}
        </span>
        {amount !== undefined && <Money className={card.amount} amount={amount} />}
        <time className={card.time}>{format.date(new Date(notification.at), 'time')}</time>
        <IconChevronDown size={18} className={card.chevron} aria-hidden="true" />
      </summary>
      <div className={card.body}>
        {notification.kind === 'withdrawal' && <RefusedWithdrawal notification={notification} />}
        {notification.kind === 'payment' && <SettledPayment payment={notification.payment} />}
        {notification.kind === 'message' && <Html html={notification.message.html} small />}
        {notification.kind === 'login' && <NewLogin {...notification.login} />}
      </div>
    </details>
  );
}

function NotificationIcon({ kind, unread }: { kind: Notification['kind']; unread: boolean }) {
  switch (kind) {
    case 'withdrawal':
      return <IconArrowUpCircle />;
    case 'payment':
      return <IconReceipt />;
    case 'login':
      return <IconShieldExclamation />;
    case 'message':
      return unread ? <IconMail /> : <IconMailOpened />;
  }
}

function NewLogin({ device, here }: { device: string; here: boolean }) {
  const { t } = useTranslation('notifications');
  const name = here ? t('login.thisDevice') : device.replace(' on ', ' · ');
  return (
    <>
      <p>{t('login.text', { device: name || t('login.unknown') })}</p>
      <p className={card.links}>
        <Link to={paths.profileSecurity.to()}>{t('login.security')}</Link>
      </p>
    </>
  );
}

function Title({ notification }: { notification: Notification }) {
  const { t } = useTranslation('notifications');
  switch (notification.kind) {
    case 'withdrawal':
      return t('refused.title');
    case 'message':
      return notification.message.title;
    case 'login':
      return t('login.title');
    case 'payment': {
      const { type, state } = notification.payment;
      const key = type === cashType.deposit ? 'deposit' : 'withdraw';
      return t(`payment.${key}.${state === 'approved' ? 'approved' : 'refused'}`);
    }
  }
}

/** A payment that was decided after the player left its receipt. */
function SettledPayment({ payment }: { payment: TrackedPayment }) {
  const { t } = useTranslation('notifications');
  const { transactionID, name, message } = payment;
  return (
    <>
      <p>
        {transactionID === undefined
          ? name
          : t('payment.text', { id: transactionID, method: name })}
      </p>
      {message && <p className={card.note}>{message}</p>}
      <p className={card.links}>
        <Link to={paths.profileTransactions.to()}>{t('refused.transactions')}</Link>
      </p>
    </>
  );
}

function RefusedWithdrawal({
  notification,
}: {
  notification: Notification & { kind: 'withdrawal' };
}) {
  const { t } = useTranslation('notifications');
  const { transaction_id: id, method, note } = notification.transaction;
  return (
    <>
      <p>{t('refused.text', { id, method })}</p>
      {note && <p className={card.note}>{note}</p>}
      <p className={card.links}>
        <Link to={paths.profileTransactions.to()}>{t('refused.transactions')}</Link>
        <Link to={paths.contact.to()}>{t('refused.contact')}</Link>
      </p>
    </>
  );
}
