import { IconArrowUpCircle, IconChevronDown, IconMail, IconMailOpened } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Html } from '@/components/html';
import { classes, Money } from '@/components/ui';
import { useFormat } from '@/lib/format';
import type { Notification } from '@/lib/notifications';
import css from './NotificationCard.module.css';

export interface NotificationCardProps {
  notification: Notification;
  /** Whether it was unread when the page was opened. */
  unread: boolean;
}

/** An expandable notification: a refused withdrawal or a message. */
export function NotificationCard({ notification, unread }: NotificationCardProps) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const refused = notification.kind === 'withdrawal';
  const MessageIcon = unread ? IconMail : IconMailOpened;
  return (
    <details className={classes(css.card, unread && css.unread)}>
      <summary className={css.head}>
        <span className={classes(css.icon, refused && css.refused)} aria-hidden="true">
          {refused ? <IconArrowUpCircle /> : <MessageIcon />}
        </span>
        <span className={css.title}>
          {refused ? t('refused.title') : notification.message.title}
          {unread && <span className="visually-hidden"> {t('unread')}</span>}
        </span>
        {refused && (
          <Money className={css.amount} amount={Math.abs(notification.transaction.amount)} />
        )}
        <time className={css.time}>{format.date(new Date(notification.at), 'time')}</time>
        <IconChevronDown size={18} className={css.chevron} aria-hidden="true" />
      </summary>
      <div className={css.body}>
        {refused ? (
          <RefusedWithdrawal notification={notification} />
        ) : (
          <Html html={notification.message.html} small />
        )}
      </div>
    </details>
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
      {note && <p className={css.note}>{note}</p>}
      <p className={css.links}>
        <Link to={paths.profileTransactions.to()}>{t('refused.transactions')}</Link>
        <Link to={paths.contact.to()}>{t('refused.contact')}</Link>
      </p>
    </>
  );
}
