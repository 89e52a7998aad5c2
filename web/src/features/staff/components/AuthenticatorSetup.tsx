import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { QrCode } from '@/components/account/QrCode';
import { Button } from '@/components/ui/Button/Button';
import { beginAuthenticator, confirmAuthenticator } from '../api/account';
import { logOut } from '../api/login';
import { useMe } from '../api/useLogin';
import { useStaffAction } from '../api/useStaffAction';
import { CodeField } from './CodeField';
import { Field } from '@/components/ui/Field/Field';
import { ActionError } from './States';
import css from './Form.module.css';

/** Sets up an authenticator: the password, the secret as a QR code, and a first code. */
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
