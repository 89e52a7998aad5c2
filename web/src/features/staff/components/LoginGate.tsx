import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSpinner } from '@/components/ui/Spinner/Spinner';
import { startLogin } from '../api/login';
import { useLogin, useRights } from '../api/useLogin';
import type { Role } from '../model/rights';
import { AuthenticatorSetup } from './AuthenticatorSetup';
import { LoginForm } from './LoginForm';
import { LoginScreen } from './LoginScreen';
import { Failed, NoRight } from './States';

/** Renders the console for an account that is logged in, and otherwise what is missing. */
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
          <LoginForm />
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

/** Renders a page for accounts with at least a role for one brand or more. */
export function RequireRole({ least, children }: { least: Role; children: ReactNode }) {
  const { t } = useTranslation('staff');
  if (useRights().somewhere(least)) return children;
  return <NoRight text={t('noRight.role', { role: t(`role.${least}`) })} />;
}
