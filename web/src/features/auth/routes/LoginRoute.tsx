import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@/components/forms/useForm';
import { PasswordField } from '@/components/password/PasswordField';
import { Button } from '@/components/ui/Button/Button';
import { isOffered, supports } from '@/lib/bootstrap/bootstrap';
import { call } from '@/lib/gateway/site';
import { paths } from '@/lib/paths/paths';
import { rememberedUsername } from '@/lib/player/renamePlayer';
import { resolveReturnUrl } from '@/lib/session/rules';
import { useSession } from '@/lib/session/useSession';
import { stored } from '@/lib/storage/stored';
import { useAction } from '@/lib/swr/useAction';
import { toastSuccess } from '@/lib/toast/store';
import { AuthCard, FormError, FormNotice } from '../components/AuthCard';
import { MessageSender } from '../components/MessageSender';
import { TwoFactorDialog } from '../components/TwoFactorDialog';
import { useShownError } from '../hooks/useShownError';
import { noticeOf, registeredUsername } from '../model/loginNotice';
import css from '../components/Form.module.css';

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
          label={t('field.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordField
          label={t('field.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <div className={css.row}>
          <Checkbox
            label={t('login.remember')}
            {...form.getInputProps('remember', { type: 'checkbox' })}
          />
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
