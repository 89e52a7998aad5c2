import { useState } from 'react';
import { IconLogin2, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import { Button, Money } from '@/components/ui';
import { isGatewayError } from '@/lib/gateway';
import { useSession } from '@/lib/session';
import { mock } from '../api/mock';
import type { MockAccount, MockCode } from '../api/types';
import { useMockCode, useMockState } from '../api/useMock';
import css from './AccountsPart.module.css';
import { Part, Refused } from './Part';

/** The twoFactor value of accounts with an authenticator. */
const authenticator = 2;

/** Logs in as one of the seeded accounts and shows the authenticator codes. */
export function AccountsPart({ onLogin }: { onLogin(): void }) {
  const { t } = useTranslation('devpanel');
  const accounts = useMockState()?.accounts.filter(({ password }) => password) ?? [];
  const { state, session } = useSession();
  const { login, busy, error } = useReadyLogin(onLogin);
  return (
    <Part title={t('accounts.title')}>
      <Refused text={error} />
      <ul className={css.list}>
        {accounts.map((account) => (
          <li key={account.username}>
            <button
              type="button"
              className={css.account}
              disabled={busy}
              onClick={() => void login(account)}
            >
              <IconLogin2 size={18} className="flips" aria-hidden="true" />
              <span className={css.name}>
                <strong>{account.username}</strong>
                <small lang="en" dir="ltr">
                  {account.note}
                </small>
              </span>
              <Money amount={account.balance} />
            </button>
            {account.twoFactor === authenticator && <Code username={account.username} />}
          </li>
        ))}
      </ul>
      {state.phase === 'player' && (
        <Button size="small" onClick={() => void session.logout()}>
          <IconLogout size={18} className="flips" aria-hidden="true" />
          {t('accounts.logout', { name: state.profile.username })}
        </Button>
      )}
    </Part>
  );
}

function Code({ username }: { username: string }) {
  const { t } = useTranslation('devpanel');
  const code = useMockCode(username);
  if (!code) return null;
  return (
    <p className={css.code}>
      {t('accounts.code')} <output>{code.code}</output>{' '}
      <small>{t('accounts.validFor', { seconds: code.valid_for })}</small>
    </p>
  );
}

/** Ends the current session, logs in and confirms the authenticator code if one is required. */
function useReadyLogin(onLogin: () => void) {
  const { session } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const login = async ({ username, password = '' }: MockAccount) => {
    setBusy(true);
    setError('');
    try {
      if (session.state().phase === 'player') await session.logout('stay');
      const phase = await session.login(username, password);
      if (phase === 'code') await session.confirmCode(await codeOf(username));
      void navigate(paths.home.to());
      onLogin();
    } catch (fault) {
      if (!isGatewayError(fault) && !(fault instanceof Error)) throw fault;
      setError(fault.message);
    } finally {
      setBusy(false);
    }
  };
  return { login, busy, error };
}

const codeOf = async (username: string) =>
  (await mock<MockCode>('GET', `totp?username=${encodeURIComponent(username)}`)).code;
