import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { logIn } from '../api/login';
import { useStaffAction } from '../api/useStaffAction';
import { CodeField } from './CodeField';
import { Field } from '@/components/ui/Field/Field';
import { ActionError } from './States';
import css from './Form.module.css';

/** User name and password, and the authenticator's code when it is due. `name` fixes the account. */
export function LoginForm({ name }: { name?: string }) {
  const { t } = useTranslation('staff');
  const [username, setUsername] = useState(name ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [codeDue, setCodeDue] = useState(false);
  const { run, busy, error, clear } = useStaffAction(logIn);
  // While a code is due, the refusal "code required" is the next step and no error.
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

/** Says that the login is locked and until when. */
function LockedUntil({ until, onEnd }: { until: number; onEnd(): void }) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.locked} role="alert">
      <p>{t('login.locked')}</p>
      <Countdown until={until} onEnd={onEnd} />
    </div>
  );
}
