import type { ReactNode } from 'react';
import { IconCloudOff, IconMoodEmpty, IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '@/lib/page/useOnline';
import { Button } from '../Button/Button';
import { classes } from '../classes';
import css from './State.module.css';

export interface EmptyStateProps {
  title: string;
  text?: string;
  icon?: ReactNode;
  /** Actions, usually a ButtonLink. */
  children?: ReactNode;
}

/** The state of an empty list: the reason and the next actions. */
export function EmptyState({ title, text, icon, children }: EmptyStateProps) {
  return (
    <div className={css.state} role="status">
      <span className={css.icon}>{icon ?? <IconMoodEmpty size={32} />}</span>
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}

/** The part of an error that ErrorState shows; a GatewayError satisfies it. */
export interface ShownError {
  message: string;
  requestId?: string;
  /** A `network` error is shown as a missing connection, without its message. */
  reason?: string;
}

export interface ErrorStateProps {
  error?: ShownError;
  title?: string;
  onRetry?(): void;
  children?: ReactNode;
}

/** The state of a failed request: the server's message, the request id for support, a retry button. */
export function ErrorState({ error, title, onRetry, children }: ErrorStateProps) {
  const { t } = useTranslation('common');
  const online = useOnline();
  const lost = error?.reason === 'network' ? (online ? 'unreachable' : 'offline') : undefined;
  const Icon = lost ? IconWifiOff : IconCloudOff;
  return (
    <div className={classes(css.state, css.failed)} role="alert">
      <span className={css.icon}>
        <Icon size={32} />
      </span>
      <p className={css.title}>{title ?? t(lost ? `${lost}.title` : 'error.title')}</p>
      <p className={css.text}>{lost ? t(`${lost}.text`) : error?.message || t('error.text')}</p>
      {error?.requestId && <RequestId id={error.requestId} />}
      <div className={css.actions}>
        {onRetry && <Button onClick={onRetry}>{t('error.retry')}</Button>}
        {children}
      </div>
    </div>
  );
}

/** The request id that a player quotes to support. */
export function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('common');
  return (
    <p className={css.request}>
      {t('error.request')} <code>{id}</code>
    </p>
  );
}
