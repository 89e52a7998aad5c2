import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { useForm } from '@/components/forms/useForm';
import { PasswordField, PasswordMeter } from '@/components/password/PasswordField';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { EmptyState } from '@/components/ui/State/State';
import { useUserPassReset } from '@/contracts/hooks/user';
import { toastSuccess } from '@/lib/toast/store';
import { AuthCard, FormError } from '../components/AuthCard';
import { useShownError } from '../hooks/useShownError';
import { noticeState } from '../model/loginNotice';
import { validatesNewPassword } from '../model/registration';
import css from '../components/Form.module.css';

/** `/account_reset?token=`: sets a new password with the token from the email. */
export function AccountResetRoute() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <AuthCard title={t('reset.title')} text={token ? t('reset.text') : undefined}>
      {token ? (
        <ResetForm token={token} />
      ) : (
        <EmptyState title={t('incomplete')} text={t('reset.missing.text')}>
          <ButtonLink variant="primary" to={paths.forgotPassword.to()}>
            {t('reset.missing.again')}
          </ButtonLink>
        </EmptyState>
      )}
    </AuthCard>
  );
}

function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: '', password_confirm: '' },
    validate: validatesNewPassword(t),
    validateInputOnBlur: true,
  });
  const { run, busy, error } = useUserPassReset({
    suppressToast: true,
    onError: ({ field, message }) => form.refuse(field, message || t('failed')),
    onSuccess: () => {
      toastSuccess(t('reset.done'));
      void navigate(paths.login.to(), { state: noticeState('reset.done') });
    },
  });
  const shownError = useShownError(form.hasField(error?.field) ? undefined : error);
  return (
    <form
      className={css.form}
      onSubmit={form.onSubmit((values) => void run({ token, ...values }))}
      noValidate
    >
      <FormError error={shownError} />
      <PasswordField
        autoComplete="new-password"
        {...form.field('password', t('field.newPassword'))}
      />
      <PasswordMeter password={form.values.password} />
      <PasswordField
        autoComplete="new-password"
        {...form.field('password_confirm', t('field.passwordConfirm'))}
      />
      <Button type="submit" variant="primary" size="large" fullWidth busy={busy}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}
