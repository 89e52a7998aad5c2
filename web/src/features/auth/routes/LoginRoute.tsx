import { IconDeviceMobileMessage, IconShieldLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@/components/forms/useForm';
import { PasswordField } from '@/components/password/PasswordField';
import { Button } from '@/components/ui/Button/Button';
import { CodeInput } from '@/components/ui/CodeInput/CodeInput';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Spinner } from '@/components/ui/Spinner/Spinner';
import { codeLength } from '@/contracts/constants';
import type { SecondFactor } from '@/contracts/types';
import { isOffered, supports } from '@/lib/bootstrap/bootstrap';
import { isGatewayError, type GatewayError } from '@/lib/gateway/error';
import { call } from '@/lib/gateway/site';
import { paths } from '@/lib/paths/paths';
import { rememberedUsername } from '@/lib/player/renamePlayer';
import { dueFactors } from '@/lib/session/machine';
import { resolveReturnUrl } from '@/lib/session/rules';
import { useSession } from '@/lib/session/useSession';
import { stored } from '@/lib/storage/stored';
import { useAction } from '@/lib/swr/useAction';
import { toastSuccess } from '@/lib/toast/store';
import { AuthCard, FormError, FormNotice } from '../components/AuthCard';
import { MessageSender } from '../components/MessageSender';
import { useShownError } from '../hooks/useShownError';
import { noticeOf, registeredUsername } from '../model/loginNotice';
import css from '../components/Form.module.css';
import dialog from '../components/TwoFactorDialog.module.css';

/** `/login`: asks for the password, then for the code of a second factor if the player has one. */
export function LoginRoute() {
  const { t } = useTranslation('auth');
  const { session } = useSession();
  const notice = noticeOf(useLocation().state);
  const loginStarted = useRef(false);
  useRedirectSignedIn(loginStarted);

  const form = useForm({
    initialValues: {
      username: rememberedUsername.get() || registeredUsername.get(),
      password: '',
      remember: rememberedUsername.get() !== '',
    },
    validate: ({ username, password }) => ({
      username: !username.trim() && t('login.needUsername'),
      password: !password && t('login.needPassword'),
    }),
  });

  const showWelcome = () => toastSuccess(t('login.done'));
  const { run, busy, error } = useAction(
    async ({ username, password, remember }: typeof form.values) => {
      const name = username.trim();
      loginStarted.current = true;
      const phase = await session.login(name, password).catch((failure: unknown) => {
        loginStarted.current = false;
        throw failure;
      });
      if (remember) rememberedUsername.set(name);
      else rememberedUsername.remove();
      registeredUsername.remove();
      if (phase === 'player') showWelcome();
    },
  );
  const shownError = useShownError(error);
  const offersMail = error?.reason === 'inactive-account' && supports('user/register_resend');
  const sendMail = () => {
    const username = form.getValues().username.trim();
    return call('user/register_resend', { username }, { suppressToast: true });
  };

  return (
    <AuthCard title={t('login.title')} text={t('login.text')}>
      <form className={css.form} onSubmit={form.onSubmit((values) => void run(values))} noValidate>
        {shownError ? <FormError error={shownError} /> : notice && <FormNotice text={t(notice)} />}
        {offersMail && <MessageSender kind="mail" send={sendMail} />}
        <TextInput
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username', t('field.username'))}
        />
        <PasswordField
          autoComplete="current-password"
          {...form.field('password', t('field.password'))}
        />
        <div className={css.row}>
          <Checkbox {...form.field('remember', t('login.remember'), { type: 'checkbox' })} />
          {isOffered(paths.forgotPassword.to()) && (
            <Link className={css.link} to={paths.forgotPassword.to()}>
              {t('login.forgot')}
            </Link>
          )}
        </div>
        <Button type="submit" variant="primary" size="large" fullWidth busy={busy}>
          {t('login.submit')}
        </Button>
        {isOffered(paths.register.to()) && (
          <p className={css.hint}>
            {t('login.new')}{' '}
            <Link className={css.link} to={paths.register.to()}>
              {t('login.register')}
            </Link>
          </p>
        )}
      </form>
      <TwoFactorDialog onAccepted={showWelcome} />
    </AuthCard>
  );
}

/** Redirects a signed-in player, unless the session does it after a login here (`loginStarted`). */
function useRedirectSignedIn(loginStarted: { current: boolean }): void {
  const { state, session } = useSession();
  const navigate = useNavigate();
  const isPlayer = state.phase === 'player';
  const waitsForCode = state.phase === 'code';
  useEffect(() => {
    // Without the code this login has ended, and another tab may log in.
    if (waitsForCode) return () => void (loginStarted.current = session.state().phase === 'player');
  }, [waitsForCode, session, loginStarted]);
  useEffect(() => {
    if (!isPlayer || loginStarted.current) return;
    const to = resolveReturnUrl(stored.get('returnUrl'), paths.home.to());
    stored.remove('returnUrl');
    void navigate(to, { replace: true });
  }, [isPlayer, loginStarted, navigate]);
}

/** Asks for the code of the second factor, from the authenticator or by SMS. */
function TwoFactorDialog({ onAccepted }: { onAccepted(): void }) {
  const { t } = useTranslation('auth');
  const { state, session } = useSession();
  const factors = state.phase === 'code' ? dueFactors(state.login) : [];
  return (
    <Dialog
      open={state.phase === 'code'}
      onClose={() => session.cancelCode()}
      title={t('code.title')}
      keepOnBackdrop
    >
      {factors.length > 0 && <CodePrompt factors={factors} onAccepted={onAccepted} />}
    </Dialog>
  );
}

interface CodePromptProps {
  /** One of them completes the login. Of two, the player chooses one. */
  factors: readonly SecondFactor[];
  onAccepted(): void;
}

/** Asks for six digits and submits them when complete. After a wrong code it takes another one. */
function CodePrompt({ factors, onAccepted }: CodePromptProps) {
  const { t } = useTranslation('auth');
  const { session } = useSession();
  const [factor, setFactor] = useState<SecondFactor>(
    factors.includes('sms') ? 'sms' : 'authenticator',
  );
  const [code, setCode] = useState('');
  const [step, setStep] = useState<'typing' | 'verifying' | 'wrong'>('typing');
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<GatewayError>();
  const shownError = useShownError(error);
  const other = factors.find((item) => item !== factor);
  const bySms = factor === 'sms';
  const FactorIcon = bySms ? IconDeviceMobileMessage : IconShieldLock;

  const clear = (next: typeof step) => {
    setStep(next);
    setCode('');
    // A new key remounts the inputs, which then take the focus.
    setAttempt((count) => count + 1);
  };
  const send = async (digits: string) => {
    setStep('verifying');
    setError(undefined);
    try {
      if (await session.confirmCode(digits, factor)) return onAccepted();
      clear('wrong');
    } catch (failure) {
      if (!isGatewayError(failure)) throw failure;
      setError(failure);
      clear('typing');
    }
  };
  const change = (next: SecondFactor) => {
    setFactor(next);
    setError(undefined);
    clear('typing');
  };

  return (
    <div className={dialog.prompt}>
      <span className={dialog.icon}>
        <FactorIcon size={32} aria-hidden="true" />
      </span>
      <p className={dialog.text}>
        {t(bySms ? 'code.textSms' : 'code.text', { length: codeLength })}
      </p>
      <CodeInput
        key={attempt}
        length={codeLength}
        value={code}
        onChange={(next) => {
          setCode(next);
          if (step === 'wrong' && next !== '') setStep('typing');
        }}
        onComplete={(digits) => void send(digits)}
        label={t('code.label', { length: codeLength })}
        busy={step === 'verifying'}
        invalid={step === 'wrong'}
        initialFocus
      />
      <div className={dialog.result}>
        {step === 'verifying' && (
          <p className={dialog.verifying} role="status">
            <Spinner />
            {t('code.asking')}
          </p>
        )}
        {step === 'wrong' && <FormError error={{ message: t('code.wrong') }} />}
        <FormError error={shownError} />
      </div>
      <div className={dialog.actions}>
        {bySms && <MessageSender kind="code" send={() => session.sendCode()} />}
        {other && (
          <Button variant="subtle" fullWidth onClick={() => change(other)}>
            {t(other === 'sms' ? 'code.useSms' : 'code.useApp')}
          </Button>
        )}
        <Button variant="subtle" fullWidth onClick={() => session.cancelCode()}>
          {t('code.cancel')}
        </Button>
      </div>
    </div>
  );
}
