import {
  IconArrowUpCircle,
  IconChevronDown,
  IconMail,
  IconMailOpened,
  IconReceipt,
  IconShieldExclamation,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { Html } from '@/components/html/Html';
import { Money } from '@/components/ui/Money/Money';
import { classes } from '@/components/ui/classes';
import { cashType } from '@/contracts/constants';
import { useFormat } from '@/lib/format/useFormat';
import type { Notification } from '@/lib/notifications/useNotifications';
import type { TrackedPayment } from '@/lib/payments/tracked';
import css from './NotificationCard.module.css';

interface NotificationCardProps {
  notification: Notification;
  /** Whether it was unread when the page opened. */
  unread: boolean;
}

/** An expandable notification: a payment, a message, or a login from a new device. */
export function NotificationCard({ notification, unread }: NotificationCardProps) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const refused = notification.kind === 'withdrawal';
  const warns = refused || notification.kind === 'login';
  const payment = notification.kind === 'payment' ? notification.payment : undefined;
  const amount = refused ? Math.abs(notification.transaction.amount) : payment?.amount;
  return (
    <details className={classes(css.card, unread && css.unread)}>
      <summary className={css.head}>
        <span className={classes(css.icon, warns && css.refused)} aria-hidden="true">
          <NotificationIcon kind={notification.kind} unread={unread} />
        </span>
        <span className={css.title}>
          <Title notification={notification} />
          {unread && <span className="visually-hidden"> {t('unread')}</span>}
        </span>
        {amount !== undefined && <Money className={css.amount} amount={amount} />}
        <time className={css.time}>{format.date(new Date(notification.at), 'time')}</time>
        <IconChevronDown size={18} className={css.chevron} aria-hidden="true" />
      </summary>
      <div className={css.body}>
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
      <p className={css.links}>
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
      {message && <p className={css.note}>{message}</p>}
      <p className={css.links}>
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
      {note && <p className={css.note}>{note}</p>}
      <p className={css.links}>
        <Link to={paths.profileTransactions.to()}>{t('refused.transactions')}</Link>
        <Link to={paths.contact.to()}>{t('refused.contact')}</Link>
      </p>
    </>
  );
}
