import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { Panel } from '@/components/ui/Panel/Panel';
import { useForm } from '@/components/forms/useForm';
import { PasswordField, PasswordMeter } from '@/components/password/PasswordField';
import { Button } from '@/components/ui/Button/Button';
import { useUserPassChange } from '@/contracts/hooks/user';
import { useSession } from '@/lib/session/useSession';
import { toastFailure, toastSuccess } from '@/lib/toast/store';
import { validatesPassword } from '../model/validation';
import css from './Form.module.css';

const initialValues = { password: '', new_password: '', new_password_confirm: '' };

/** Sets a new password and logs out, because the platform then ends every session. */
export function PasswordForm() {
  const { t } = useTranslation(['account', 'errors']);
  const navigate = useNavigate();
  const { session } = useSession();
  const form = useForm({ initialValues, validate: validatesPassword(t) });
  const { run, busy, error } = useUserPassChange({
    suppressToast: true,
    onSuccess: async () => {
      toastSuccess(t('password.changed'));
      await session.endLocally();
      void navigate(paths.login.to());
    },
    onError: async ({ reason, field, message, requestId }) => {
      const text = message || t('errors:failure');
      form.refuse(field, text);
      if (reason !== 'session-expired') toastFailure(text, requestId);
      // The platform may have changed the password and ended every session.
      if (reason === 'outcome-unknown') await session.endLocally();
      if (reason === 'session-expired' || reason === 'outcome-unknown')
        void navigate(paths.login.to());
    },
  });
  const showError = error && error.reason !== 'session-expired' && !form.hasField(error.field);
  return (
    <Panel icon={<IconLock size={22} />} title={t('password.title')} text={t('password.text')}>
      <form className={css.form} noValidate onSubmit={form.onSubmit((values) => void run(values))}>
        <PasswordField
          autoComplete="current-password"
          label={t('password.old')}
          {...form.getInputProps('password')}
        />
        <PasswordField
          autoComplete="new-password"
          label={t('password.new')}
          {...form.getInputProps('new_password')}
        />
        <PasswordMeter password={form.getValues().new_password} />
        <PasswordField
          autoComplete="new-password"
          label={t('password.confirm')}
          {...form.getInputProps('new_password_confirm')}
        />
        {showError && (
          <p className={css.error} role="alert">
            {error.message || t('errors:failure')}
          </p>
        )}
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={busy}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
