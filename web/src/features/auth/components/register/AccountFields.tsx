import { useTranslation } from 'react-i18next';
import { TextInput } from '@mantine/core';
import { PasswordField } from '@/components/password/PasswordField';
import { PasswordMeter } from '@/components/password/PasswordMeter';
import type { RegistrationForm } from '../../model/registration';
import css from '../Form.module.css';

/** Step 1: user name and password. */
export function AccountFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <TextInput
        size="md"
        required
        label={t('field.username')}
        description={t('hint.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <div className={css.columns}>
        <TextInput
          size="md"
          required
          type="email"
          label={t('field.email')}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <TextInput
          size="md"
          required
          type="email"
          label={t('field.emailConfirm')}
          autoComplete="email"
          {...form.getInputProps('email_confirm')}
        />
      </div>
      <div className={css.columns}>
        <PasswordField
          required
          label={t('field.password')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          required
          label={t('field.passwordConfirm')}
          autoComplete="new-password"
          {...form.getInputProps('password_confirm')}
        />
      </div>
      <PasswordMeter password={form.values.password} />
    </>
  );
}
