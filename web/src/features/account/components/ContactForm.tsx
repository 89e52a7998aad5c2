import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { validates } from '@/components/forms/model/validates';
import { useDraft } from '@/components/forms/useDraft';
import { useForm } from '@/components/forms/useForm';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { PasswordField } from '@/components/password/PasswordField';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import type { RequestOf } from '@/contracts/calls';
import type { Profile } from '@/contracts/types';
import { isGatewayError, type GatewayError } from '@/lib/gateway/error';
import { refresh } from '@/lib/swr/cache';
import { useAction } from '@/lib/swr/useAction';
import { toastFailure, toastSuccess } from '@/lib/toast/store';
import { confirmProfileChange, saveProfile } from '../api/security';
import { contactSchema } from '../model/validation';
import { CodeRequest } from './CodeStep';
import css from './Form.module.css';

/** Returns the form fields that differ from the profile, with the password if the email differs. */
const changesOf = (
  profile: Profile,
  { password, ...values }: Partial<Profile> & { password: string },
): RequestOf<'user/update_profile'> => ({
  ...Object.fromEntries(
    Object.entries(values).filter(([name, value]) => profile[name as keyof Profile] !== value),
  ),
  ...(values.email !== profile.email && { password }),
});

/** The form of the player's contact data. It sends only the changed fields. */
export function ContactForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['account', 'errors']);
  const { email, phone, city, address, sms_notification, email_notification } = profile;
  const form = useForm({
    initialValues: {
      ...{ email, phone, city, address, sms_notification, email_notification },
      password: '',
    },
    validate: validates(contactSchema(t), (values) => ({
      password: values.email.trim() !== email && !values.password && t('invalid.required'),
    })),
    validateInputOnBlur: true,
    transformValues: (values) => ({
      ...values,
      email: values.email.trim(),
      phone: values.phone.trim(),
      city: values.city.trim(),
      address: values.address.trim(),
    }),
  });
  // The browser stores the draft, but not the password.
  useDraft('contact', {
    ...form,
    changedValues: () => ({ ...form.changedValues(), password: '' }),
  });
  type Values = ReturnType<typeof form.getValues>;
  const [unconfirmed, setUnconfirmed] = useState<Values>();
  const giveUp = () => setUnconfirmed(undefined);
  const showRefusal = ({ field, message }: GatewayError) =>
    form.refuse(field, message || t('errors:failure'));
  const finish = async (values: Values) => {
    form.setInitialValues({ ...values, password: '' });
    form.reset();
    toastSuccess(t('contact.saved'));
    await refresh('user/get_user_profile');
  };
  const { run, busy } = useAction(async (values: Values) => {
    try {
      await saveProfile(changesOf(profile, values));
    } catch (error) {
      if (!isGatewayError(error)) throw error;
      if (error.field === 'code') return setUnconfirmed(values);
      showRefusal(error);
      toastFailure(error.message || t('errors:failure'), error.requestId);
      return;
    }
    await finish(values);
  });
  const dirty = form.isDirty();
  return (
    <Panel title={t('contact.title')} text={t('contact.text')}>
      <form className={css.form} noValidate onSubmit={form.onSubmit((values) => void run(values))}>
        <div className={css.columns}>
          <TextInput
            type="email"
            autoComplete="email"
            {...form.field('email', t('contact.email'))}
          />
          <TextInput type="tel" autoComplete="tel" {...form.field('phone', t('contact.phone'))} />
        </div>
        {form.isDirty('email') && (
          <PasswordField
            autoComplete="current-password"
            {...form.field('password', t('password.old'))}
          />
        )}
        <TextInput autoComplete="address-level2" {...form.field('city', t('contact.city'))} />
        <Textarea
          autoComplete="street-address"
          rows={2}
          {...form.field('address', t('contact.address'))}
        />
        <Switch {...form.field('sms_notification', t('contact.sms'), { type: 'checkbox' })} />
        <Switch {...form.field('email_notification', t('contact.mail'), { type: 'checkbox' })} />
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={busy} disabled={!dirty}>
            {t('contact.save')}
          </Button>
          {dirty && (
            <Button variant="subtle" onClick={form.reset}>
              {t('contact.undo')}
            </Button>
          )}
        </div>
      </form>
      {unconfirmed && (
        <Dialog open onClose={giveUp} title={t('contact.confirmTitle')}>
          <CodeRequest
            bySms
            // Isolated because a number reads from left to right in every language.
            text={t('contact.confirmText', { phone: `\u2066${phone}\u2069` })}
            label={t('sms.code')}
            verify={async (code) => {
              try {
                return await confirmProfileChange(changesOf(profile, unconfirmed), code);
              } catch (error) {
                if (isGatewayError(error) && showRefusal(error)) giveUp();
                throw error;
              }
            }}
            onVerified={() => {
              giveUp();
              void finish(unconfirmed);
            }}
            onCancel={giveUp}
          />
        </Dialog>
      )}
    </Panel>
  );
}
