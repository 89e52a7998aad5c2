import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { useForm } from '@/components/forms/useForm';
import { TextInput } from '@mantine/core';
import { Button } from '@/components/ui/Button/Button';
import { useUserForgot } from '@/contracts/hooks/user';
import { toastSuccess } from '@/lib/toast/store';
import { AuthCard, FormError } from '../components/AuthCard';
import { noticeState } from '../model/loginNotice';
import { emailPattern } from '../model/registration';
import { useShownError } from '../hooks/useShownError';
import css from '../components/Form.module.css';

/** `/forgot-password`: requests an email with a reset link, then links to the login. */
export function ForgotPasswordRoute() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { email: '' },
    validate: ({ email }) => ({ email: !emailPattern.test(email.trim()) && t('rule.email') }),
    validateInputOnBlur: true,
  });
  const { run, busy, error } = useUserForgot({
    suppressToast: true,
    onError: ({ field, message }) => form.refuse(field, message || t('failed')),
    onSuccess: () => {
      toastSuccess(t('forgot.done'));
      void navigate(paths.login.to(), { state: noticeState('forgot.done') });
    },
  });
  const shownError = useShownError(form.hasField(error?.field) ? undefined : error);
  return (
    <AuthCard title={t('forgot.title')} text={t('forgot.text')}>
      <form
        className={css.form}
        onSubmit={form.onSubmit(({ email }) => void run({ email: email.trim() }))}
        noValidate
      >
        <FormError error={shownError} />
        <TextInput type="email" autoComplete="email" {...form.field('email', t('field.email'))} />
        <Button type="submit" variant="primary" size="large" fullWidth busy={busy}>
          {t('forgot.submit')}
        </Button>
        <p className={css.hint}>
          <Link className={css.link} to={paths.login.to()}>
            {t('forgot.back')}
          </Link>
        </p>
      </form>
    </AuthCard>
  );
}
