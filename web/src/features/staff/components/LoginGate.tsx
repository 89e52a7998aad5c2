import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSpinner } from '@/components/ui/Spinner/Spinner';
import { startLogin } from '../api/login';
import { useLogin } from '../api/useLogin';
import { AuthenticatorSetup } from './AuthenticatorSetup';
import { LoginForm } from './LoginForm';
import { LoginScreen } from './LoginScreen';
import { Failed } from './States';

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
