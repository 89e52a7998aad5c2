import { useEffect, useMemo, useRef } from 'react';
import { object, pipe, string, minLength, trim, boolean } from 'valibot';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import { Checkbox, TextInput, useForm, validates } from '@/components/forms';
import { PasswordField } from '@/components/password';
import { Button } from '@/components/ui';
import { useSession } from '@/lib/session';
import { resolveReturnUrl } from '@/lib/session/rules';
import { stored } from '@/lib/storage';
import { useAction } from '@/lib/swr';
import { toastSuccess } from '@/lib/toast';
import { AuthCard } from '../components/AuthCard';
import { FormError } from '../components/FormError';
import { TwoFactorDialog } from '../components/TwoFactorDialog';
import { rememberedUsername } from '../model/rememberedUsername';
import { useShownError } from '../hooks/useShownError';
import css from '../components/Form.module.css';

/** `/login` (spec §2, §4): password, then the authenticator code if the player has one. */
export function LoginRoute() {
  const { t } = useTranslation('auth');
  const { session } = useSession();
  const mine = useRef(false);
  useForward(mine);

  const schema = useMemo(() => {
    const needed = (text: string) => pipe(string(), minLength(1, text));
    return object({
      username: pipe(string(), trim(), minLength(1, t('login.needUsername'))),
      password: needed(t('login.needPassword')),
      remember: boolean(),
    });
  }, [t]);
  const form = useForm({
    initialValues: {
      username: rememberedUsername.get(),
      password: '',
      remember: rememberedUsername.get() !== '',
    },
    validate: validates(schema),
  });

  const welcome = () => toastSuccess(t('login.done'));
  const { run, busy, error } = useAction(
    async ({ username, password, remember }: typeof form.values) => {
      const name = username.trim();
      mine.current = true;
      const reached = await session.login(name, password).catch((fault: unknown) => {
        mine.current = false;
        throw fault;
      });
      if (remember) rememberedUsername.set(name);
      else rememberedUsername.remove();
      if (reached === 'player') welcome();
    },
  );
  const shown = useShownError(error);

  return (
    <AuthCard title={t('login.title')} text={t('login.text')}>
      <form className={css.form} onSubmit={form.onSubmit((values) => void run(values))} noValidate>
        <FormError error={shown} />
        <TextInput
          size="md"
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
        <div className={css.between}>
          <Checkbox
            label={t('login.remember')}
            {...form.getInputProps('remember', { type: 'checkbox' })}
          />
          <Link className={css.link} to={paths.forgotPassword.to()}>
            {t('login.forgot')}
          </Link>
        </div>
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {t('login.submit')}
        </Button>
        <p className={css.other}>
          {t('login.new')}{' '}
          <Link className={css.link} to={paths.register.to()}>
            {t('login.register')}
          </Link>
        </p>
      </form>
      <TwoFactorDialog onAccepted={welcome} />
    </AuthCard>
  );
}

/** Redirects a player who is already signed in; after a login here the session itself navigates. */
function useForward(mine: { readonly current: boolean }): void {
  const { state } = useSession();
  const navigate = useNavigate();
  const player = state.phase === 'player';
  useEffect(() => {
    if (!player || mine.current) return;
    const to = resolveReturnUrl(stored.get('returnUrl'), paths.home.to());
    stored.remove('returnUrl');
    void navigate(to, { replace: true });
  }, [player, mine, navigate]);
}
