import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSpinner } from '@/components/ui/Spinner/Spinner';
import { useStaff } from '../api/client';
import { followEvents } from '../api/events';
import { updateMe, useLogin, useMe, startLogin } from '../api/login';
import { useTitle } from '../hooks/page';
import { LoginDialog, AuthenticatorSetup, LoginOptions } from './Login';
import { PhoneBar, SideRail, TopBar, Mark, Preferences } from './Navigation';
import { Failed } from './Page';
import css from './ConsoleFrame.module.css';
import form from './Form.module.css';

/** The layout of the staff console's pages. While mounted, it follows the events of the API. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('staff');
  const login = useLogin();
  const ended = login.phase === 'in' && login.ended;
  const main = useRef<HTMLElement>(null);
  useEffect(() => (ended ? undefined : followEvents()), [ended]);
  useCurrentRoles();
  return (
    <div className={css.frame}>
      <a
        className={css.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      <SideRail />
      <div className={css.column}>
        <TopBar />
        <main id="main" ref={main} tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
      <PhoneBar />
      <LoginDialog />
    </div>
  );
}

/** Keeps the account up to date, because an admin may change its roles. */
function useCurrentRoles() {
  const { data } = useStaff('/me');
  const { name } = useMe();
  useEffect(() => {
    if (data?.name === name) updateMe(data);
  }, [data, name]);
}

/** Renders the console for a logged-in account, or the login otherwise. */
export function LoginGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation('staff');
  const login = useLogin();
  switch (login.phase) {
    case 'starting':
      return <PageSpinner label={t('loading')} />;
    case 'failed':
      return (
        <LoginScreen title={t('product')}>
          <Failed error={login.error} onRetry={() => void startLogin()} />
        </LoginScreen>
      );
    case 'out':
      return (
        <LoginScreen title={t('login.title')}>
          <LoginOptions />
        </LoginScreen>
      );
    case 'in':
      if (!login.me.setup) return children;
      return (
        <LoginScreen title={t('authenticator.setupTitle')} text={t('authenticator.setupText')}>
          <AuthenticatorSetup />
        </LoginScreen>
      );
  }
}

interface LoginScreenProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A page of the staff console without a login. */
export function LoginScreen({ title, text, children }: LoginScreenProps) {
  const { t } = useTranslation('staff');
  useTitle(title);
  return (
    <main id="main" tabIndex={-1} className={css.screen}>
      <div className={css.card}>
        <p className={css.product}>
          <Mark />
          {t('product')}
        </p>
        <h1 className={css.title}>{title}</h1>
        {text && <p className={form.dim}>{text}</p>}
        {children}
      </div>
      <Preferences />
    </main>
  );
}
