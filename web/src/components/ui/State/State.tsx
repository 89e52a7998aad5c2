import { Suspense, type ReactNode } from 'react';
import { IconCloudOff, IconMoodEmpty, IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosedPart as Closed } from '@/contracts/types';
import { useOnline } from '@/lib/page/page';
import { Button } from '../Button/Button';
import { classes } from '../classes';
import { lazySection, withTexts } from '../SectionErrors/lazySection';
import css from './State.module.css';

const ClosedPart = lazySection(() =>
  withTexts(import('@/components/closedPart/ClosedPart'), 'ClosedPart', 'closedPart'),
);

export interface StateBoxProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** Default: status. */
  role?: 'status' | 'alert';
  /** Smaller and without a background, for the console. */
  dense?: boolean;
  /** Actions and details below the text. */
  children?: ReactNode;
}

/** A replacement for missing content, with an icon, a title, the reason and the next actions. */
export function StateBox({ icon, title, text, role = 'status', dense, children }: StateBoxProps) {
  return (
    <div className={classes(css.state, dense && css.dense)} role={role}>
      <span className={css.icon}>{icon}</span>
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {children}
    </div>
  );
}

export interface EmptyStateProps {
  title: string;
  text?: string;
  icon?: ReactNode;
  /** Actions, usually a ButtonLink. */
  children?: ReactNode;
}

/** The state of an empty list, with the reason and the next actions. */
export function EmptyState({ icon, children, ...rest }: EmptyStateProps) {
  return (
    <StateBox icon={icon ?? <IconMoodEmpty size={32} />} {...rest}>
      {children && <div className={css.actions}>{children}</div>}
    </StateBox>
  );
}

/** The part of an error that ErrorState shows. A GatewayError satisfies it. */
export interface ShownError {
  message: string;
  requestId?: string;
  /** A `network` error appears as a missing connection, without its message. */
  reason?: string;
  /** The part of the site under maintenance that the request belongs to. */
  closed?: Closed;
}

export interface ErrorStateProps {
  error?: ShownError;
  title?: string;
  onRetry?(): void;
  children?: ReactNode;
}

/** The state of a failed request: the server's message, the request id and a retry button. */
export function ErrorState({ error, title, onRetry, children }: ErrorStateProps) {
  const { t } = useTranslation('common');
  const online = useOnline();
  const lost = error?.reason === 'network' ? (online ? 'unreachable' : 'offline') : undefined;
  if (error?.closed) {
    return (
      <Suspense fallback={null}>
        <ClosedPart
          {...error.closed}
          message={error.message || error.closed.message}
          onRetry={onRetry}
        />
      </Suspense>
    );
  }
  const Icon = lost ? IconWifiOff : IconCloudOff;
  return (
    <StateBox
      role="alert"
      icon={<Icon size={32} />}
      title={title ?? t(lost ? `${lost}.title` : 'error.title')}
      text={lost ? t(`${lost}.text`) : error?.message || t('error.text')}
    >
      {error?.requestId && <RequestId id={error.requestId} />}
      <div className={css.actions}>
        {onRetry && <Button onClick={onRetry}>{t('error.retry')}</Button>}
        {children}
      </div>
    </StateBox>
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
