import { IconLogin2, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '@/lib/format/useFormat';
import { safeLink } from '@/lib/link/link';
import { paths } from '@/lib/paths/paths';
import { Button } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { useSession } from '@/lib/session/useSession';
import { mock, useMockCode, useMockMail, useMockState, useSteps } from '../api/mock';
import type { MockAccount, MockCode, MockMail } from '../api/types';
import css from './AccountsSection.module.css';
import { PanelSection, ErrorText } from './PanelSection';
import mailCss from './MailSection.module.css';

/** The twoFactor value of accounts with an authenticator. */
const twoFactorAuthenticator = 2;

/** Logs in as a seeded account and shows the authenticator codes. */
export function AccountsSection({ onLogin }: { onLogin(): void }) {
  const { t } = useTranslation('devpanel');
  const accounts = useMockState()?.accounts.filter(({ password }) => password) ?? [];
  const { state, session } = useSession();
  const { login, busy, error } = useAccountLogin(onLogin);
  return (
    <PanelSection title={t('accounts.title')}>
      <ErrorText text={error} />
      <ul className={css.list}>
        {accounts.map((account) => (
          <li key={account.username}>
            <button
              type="button"
              className={css.account}
              disabled={busy}
              onClick={() => void login(account)}
            >
              <IconLogin2 size={18} className="rtl-flip" aria-hidden="true" />
              <span className={css.name}>
                <strong>{account.username}</strong>
                <small lang="en" dir="ltr">
                  {account.note}
                </small>
              </span>
              <Money amount={account.balance} />
            </button>
            {account.twoFactor === twoFactorAuthenticator && (
              <AuthenticatorCode username={account.username} />
            )}
          </li>
        ))}
      </ul>
      {state.phase === 'player' && (
        <Button size="small" onClick={() => void session.logout()}>
          <IconLogout size={18} className="rtl-flip" aria-hidden="true" />
          {t('accounts.logout', { name: state.profile.username })}
        </Button>
      )}
    </PanelSection>
  );
}

function AuthenticatorCode({ username }: { username: string }) {
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

/** Ends the current session and logs in, with an authenticator code if required. */
function useAccountLogin(onLogin: () => void) {
  const { session } = useSession();
  const navigate = useNavigate();
  const { run, busy, error } = useSteps();
  const login = ({ username, password = '' }: MockAccount) =>
    run(async () => {
      if (session.state().phase === 'player') await session.logout('stay');
      const phase = await session.login(username, password);
      if (phase === 'code') await session.confirmCode(await fetchCode(username));
      void navigate(paths.home.to());
      onLogin();
    });
  return { login, busy, error };
}

const fetchCode = async (username: string) =>
  (await mock<MockCode>('GET', `totp?username=${encodeURIComponent(username)}`)).code;

/** The emails and SMS of the mock platform, newest first, with their links. */
export function MailSection() {
  const { t } = useTranslation('devpanel');
  const mails = useMockMail() ?? [];
  return (
    <PanelSection title={t('mail.title')}>
      {mails.length === 0 && <p className={mailCss.empty}>{t('mail.none')}</p>}
      <ol className={css.list}>
        {mails.map((mail, index) => (
          <li key={`${mail.at}${index}`}>
            <Mail mail={mail} />
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}

function Mail({ mail: { at, to, subject, text, link, token } }: { mail: MockMail }) {
  const { t } = useTranslation('devpanel');
  const format = useFormat();
  const path = safeLink(link ?? '', []);
  return (
    <details className={mailCss.mail}>
      <summary>
        <strong dir="auto">{subject || text}</strong>
        <small>
          <bdi>{to}</bdi> · <time dateTime={at}>{format.date(new Date(at))}</time>
        </small>
      </summary>
      <p dir="auto" className={mailCss.text}>
        {text}
      </p>
      {token && (
        <p className={mailCss.token}>
          {t('mail.token')} <output>{token}</output>
        </p>
      )}
      {/* A plain link, because the mock's path may be outside the router. */}
      {path && <a href={path}>{t('mail.follow')}</a>}
    </details>
  );
}
