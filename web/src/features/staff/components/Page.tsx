import {
  IconAlertTriangle,
  IconCloudOff,
  IconInbox,
  IconLock,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { RequestId, StateBox, type StateBoxProps } from '@/components/ui/State/State';
import { staffPaths } from '@/lib/paths/staff';
import type { StaffError, StaffRead } from '../api/client';
import { useRights } from '../api/login';
import { useTitle } from '../hooks/page';
import { useErrorText } from '../hooks/texts';
import type { Role } from '../model/accounts';
import css from './Page.module.css';

interface PageProps {
  title: string;
  /** A state after the title. */
  beside?: ReactNode;
  /** A line below the title. */
  lead?: ReactNode;
  /** Actions at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the staff console with its title, its actions and its content. */
export function Page({ title, beside, lead, actions, children }: PageProps) {
  useTitle(title);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.titles}>
          <div className={css.line}>
            <h1 className={css.title}>{title}</h1>
            {beside}
          </div>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The reason for an empty page, with the next step. */
export function Empty(props: Pick<StateBoxProps, 'title' | 'text' | 'children'>) {
  return <StateBox dense role="status" icon={<IconInbox size={28} />} {...props} />;
}

/** Explains that the account has no right to a page or a part of it. */
export function NoRight({ text }: { text: string }) {
  const { t } = useTranslation('staff');
  return (
    <StateBox
      dense
      role="status"
      icon={<IconLock size={28} />}
      title={t('noRight.title')}
      text={text}
    />
  );
}

/** Explains a failed read: offline, no right, not found or refused. */
export function Failed({ error, onRetry }: { error: StaffError; onRetry?(): void }) {
  const { t } = useTranslation('staff');
  const text = useErrorText()(error);
  if (error.status === 403) return <NoRight text={text} />;
  const offline = error.status === 0;
  const Icon = offline ? IconCloudOff : IconAlertTriangle;
  return (
    <StateBox
      dense
      role="alert"
      icon={<Icon size={28} />}
      title={t(
        offline ? 'failed.offline' : error.status === 404 ? 'failed.notFound' : 'failed.title',
      )}
      text={text}
    >
      {error.requestId && <RequestId id={error.requestId} />}
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          <IconRefresh size={16} aria-hidden="true" />
          {t('failed.retry')}
        </Button>
      )}
    </StateBox>
  );
}

interface LoadedProps<Data> {
  read: StaffRead<Data>;
  /** The height of the content, which its skeleton reserves. */
  height: number;
  children(data: Data): ReactNode;
}

/** The loaded data, its skeleton, or its error. Old data stays visible if a later read fails. */
export function Loaded<Data>({ read, height, children }: LoadedProps<Data>) {
  const { t } = useTranslation('staff');
  if (read.data !== undefined) return children(read.data);
  if (read.error) return <Failed error={read.error} onRetry={read.reload} />;
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={height} />
    </div>
  );
}

/** The error of a refused change, next to the form. */
export function ActionError({ error }: { error: StaffError | undefined }) {
  const text = useErrorText();
  return (
    <div role="alert">
      {error && (
        <p className={css.refused}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>{text(error)}</span>
        </p>
      )}
    </div>
  );
}

/** The page for an unknown address. */
export function NotFound() {
  const { t } = useTranslation('staff');
  return (
    <Page title={t('notFound.title')}>
      <Empty title={t('notFound.title')} text={t('notFound.text')}>
        <ButtonLink size="small" to={staffPaths.brands.to()}>
          {t('notFound.back')}
        </ButtonLink>
      </Empty>
    </Page>
  );
}

/** Renders a page for accounts with at least a role for one brand or more. */
export function RequireRole({ least, children }: { least: Role; children: ReactNode }) {
  const { t } = useTranslation('staff');
  if (useRights().somewhere(least)) return children;
  return <NoRight text={t('noRight.role', { role: t(`role.${least}`) })} />;
}
