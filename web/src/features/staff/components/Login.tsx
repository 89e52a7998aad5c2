import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { CopyButton } from '@/components/account/CopyButton';
import { QrCode } from '@/components/account/QrCode';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { CodeInput } from '@/components/ui/CodeInput/CodeInput';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Field } from '@/components/ui/Field/Field';
import { beginAuthenticator, confirmAuthenticator } from '../api/accounts';
import { useStaff, useStaffAction } from '../api/client';
import { companyLogin, logIn, logInAsAnother, useLogin, logOut, useMe } from '../api/login';
import { ActionError, Loaded } from './Page';
import css from './Form.module.css';

/** The ways to log in, and why a company login failed. */
export function LoginOptions() {
  const { t } = useTranslation('staff');
  const failure = new URLSearchParams(useLocation().search).get('login') ?? undefined;
  const options = useStaff('/login', { query: { failure } });
  return (
    <Loaded read={options} height={200}>
      {({ company, local, message }) => (
        <div className={css.form}>
          {message && (
            <p className={css.locked} role="alert">
              {message}
            </p>
          )}
          {company && <CompanyLogin />}
          {company && local && <p className={css.dim}>{t('login.local')}</p>}
          {local && <LoginForm />}
        </div>
      )}
    </Loaded>
  );
}

/** Leaves the console for the identity provider. */
function CompanyLogin() {
  const { t } = useTranslation('staff');
  return (
    <ButtonLink to={companyLogin} reloadDocument variant="primary" fullWidth>
      {t('login.company')}
    </ButtonLink>
  );
}

/** Asks for user name, password and, if due, a code. `name` fixes the account. */
export function LoginForm({ name }: { name?: string }) {
  const { t } = useTranslation('staff');
  const [username, setUsername] = useState(name ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [codeDue, setCodeDue] = useState(false);
  const { run, busy, error, clear } = useStaffAction(logIn);
  // While a code is due, the refusal "code required" is the next step and not an error.
  const due = codeDue || error?.reason === 'code required';
  const shown = error?.reason === 'code required' ? undefined : error;
  const locked = error?.retryAt;

  const send = async (withCode: string) => {
    if (due) setCodeDue(true);
    await run({ username, password, ...(withCode && { code: withCode }) });
    setCode('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !locked) void send(code);
  };
  const startOver = () => {
    setCodeDue(false);
    setCode('');
    setPassword('');
    clear();
  };

  return (
    <form className={css.form} onSubmit={submit}>
      {due ? (
        <CodeField
          value={code}
          onChange={setCode}
          onComplete={(full) => void send(full)}
          invalid={shown?.status === 401}
          busy={busy}
        />
      ) : (
        <>
          <Field
            label={t('login.name')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            readOnly={name !== undefined}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
          <Field
            label={t('login.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            data-autofocus={name === undefined ? undefined : true}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      {locked ? <LockedUntil until={locked} onEnd={clear} /> : <ActionError error={shown} />}
      <Button type="submit" variant="primary" fullWidth busy={busy} disabled={Boolean(locked)}>
        {t('login.submit')}
      </Button>
      {due && (
        <Button variant="subtle" size="small" onClick={startOver}>
          {t('login.back')}
        </Button>
      )}
    </form>
  );
}

/** The login over a page with an ended login. The page then repeats its requests. */
export function LoginDialog() {
  const { t } = useTranslation('staff');
  const login = useLogin();
  if (login.phase !== 'in') return null;
  const { company } = login.me;
  return (
    <Dialog open={login.ended} persistent onClose={() => undefined} title={t('login.endedTitle')}>
      <div className={css.form}>
        <p className={css.dim}>{t(company ? 'login.endedCompany' : 'login.endedText')}</p>
        {company ? <CompanyLogin /> : <LoginForm name={login.me.name} />}
        <Button variant="subtle" size="small" onClick={logInAsAnother}>
          {t('login.another')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The number of digits of an authenticator's code. */
const codeLength = 6;

interface CodeFieldProps {
  value: string;
  onChange(value: string): void;
  onComplete(code: string): void;
  invalid?: boolean;
  busy?: boolean;
}

/** A field for the six digits of an authenticator. */
export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.form}>
      <p>{t('login.codeText')}</p>
      <CodeInput {...props} length={codeLength} label={t('login.code')} initialFocus />
    </div>
  );
}

/** The end of a locked login. */
function LockedUntil({ until, onEnd }: { until: number; onEnd(): void }) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.locked} role="alert">
      <p>{t('login.locked')}</p>
      <Countdown until={until} onEnd={onEnd} />
    </div>
  );
}

/** Sets up an authenticator with the password, the secret as a QR code, and a first code. */
export function AuthenticatorSetup({ onDone }: { onDone?(): void }) {
  const { t } = useTranslation('staff');
  const { setup } = useMe();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState<{ secret: string; otpauth: string }>();
  const begin = useStaffAction(async () => setSecret(await beginAuthenticator(password)));
  const confirm = useStaffAction(async (full: string) => {
    await confirmAuthenticator(full);
    onDone?.();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void begin.run();
  };

  if (!secret) {
    return (
      <form className={css.form} onSubmit={submit}>
        <Field
          label={t('authenticator.password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <ActionError error={begin.error} />
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={begin.busy}>
            {t('authenticator.begin')}
          </Button>
          {setup && <Button onClick={() => void logOut()}>{t('menu.logOut')}</Button>}
        </div>
      </form>
    );
  }
  return (
    <div className={css.form}>
      <div className={css.qr}>
        <p>{t('authenticator.scan')}</p>
        <QrCode text={secret.otpauth} label={t('authenticator.qr')} />
        <p className={css.secret}>
          <code>{secret.secret}</code>
          <CopyButton text={secret.secret} label={t('authenticator.secret')} />
        </p>
      </div>
      <CodeField
        value={code}
        onChange={setCode}
        onComplete={(full) => void confirm.run(full).then(() => setCode(''))}
        busy={confirm.busy}
        invalid={confirm.error !== undefined}
      />
      <ActionError error={confirm.error} />
    </div>
  );
}

/** The shortest password that the API accepts. */
const minPassword = 10;
const maxPassword = 200;

/** The fields of a new password with its rule. */
export function NewPassword({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('staff');
  return (
    <Field
      label={t('password.new')}
      hint={t('password.rule', { count: minPassword })}
      type="password"
      autoComplete="new-password"
      required
      minLength={minPassword}
      maxLength={maxPassword}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
