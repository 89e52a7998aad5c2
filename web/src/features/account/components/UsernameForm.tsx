import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { useForm } from '@/components/forms/useForm';
import { TextInput } from '@mantine/core';
import { PasswordField } from '@/components/password/PasswordField';
import { Button } from '@/components/ui/Button/Button';
import { useUserUpdateProfile } from '@/contracts/hooks/user';
import { renamePlayer } from '@/lib/player/renamePlayer';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';
import type { Profile } from '@/contracts/types';
import css from './Form.module.css';

/** Changes the player's user name with the current password. The header and stored names follow. */
export function UsernameForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['account', 'errors']);
  const form = useForm({
    initialValues: { username: profile.username, password: '' },
    // The same rule as in contracts/schemas.
    validate: ({ username, password }) => ({
      username: !/^[\p{L}0-9._-]{3,32}$/u.test(username.trim()) && t('invalid.username'),
      password: !password && t('invalid.required'),
    }),
    transformValues: ({ username, password }) => ({ username: username.trim(), password }),
  });
  const { run, busy } = useUserUpdateProfile({
    onSuccess: async (changed) => {
      form.setFieldValue('password', '');
      toastSuccess(t('username.saved'));
      renamePlayer(profile.username, changed);
      await refresh('user/get_user_profile');
    },
    onError: ({ field, message }) => form.refuse(field, message || t('errors:failure')),
  });
  const renamed = form.isDirty('username');
  return (
    <Panel title={t('username.field')} text={t('username.text')}>
      <form className={css.form} noValidate onSubmit={form.onSubmit((values) => void run(values))}>
        <TextInput
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          description={t('username.hint')}
          {...form.field('username', t('username.field'))}
        />
        {renamed && (
          <PasswordField
            autoComplete="current-password"
            {...form.field('password', t('password.old'))}
          />
        )}
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={busy} disabled={!renamed}>
            {t('username.save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
