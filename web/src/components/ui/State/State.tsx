import { Suspense, type ReactNode } from 'react';
import { IconCloudOff, IconMoodEmpty, IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosedPart as Closed } from '@/contracts/types';
import { reloadOnce } from '@/lib/chunks/staleChunk';
import { loadNamespace } from '@/lib/i18n/i18n';
import { useOnline } from '@/lib/page/useOnline';
import { Button } from '../Button/Button';
import { classes } from '../classes';
import { lazySection } from '../SectionErrors/lazySection';
import css from './State.module.css';

const ClosedPart = lazySection(async () => {
  const [module] = await Promise.all([
    import('@/components/closedPart/ClosedPart'),
    loadNamespace('closedPart'),
  ]).catch(reloadOnce);
  return { default: module.ClosedPart };
});

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
  /** The part of the site under maintenance that the request belongs to. */
  closed?: Closed;
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
