import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { Switch, Textarea, TextInput, useDraft, useForm, validates } from '@/components/forms';
import { Button } from '@/components/ui';
import { useUserUpdateProfile } from '@/contracts/hooks/user';
import type { Profile } from '@/contracts/types';
import { refresh } from '@/lib/swr';
import { toastSuccess } from '@/lib/toast';
import { contactSchema } from '../model/contactSchema';
import css from './Form.module.css';

/** The contact data of the player; only changed fields are sent. */
export function ContactForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account');
  const { email, phone, city, address, sms_notification, email_notification } = profile;
  const form = useForm({
    initialValues: { email, phone, city, address, sms_notification, email_notification },
    validate: validates(contactSchema(t)),
    validateInputOnBlur: true,
    transformValues: (values) => ({
      ...values,
      email: values.email.trim(),
      phone: values.phone.trim(),
      city: values.city.trim(),
      address: values.address.trim(),
    }),
  });
  useDraft('contact', form);
  const { run, busy } = useUserUpdateProfile({
    onSuccess: () => refresh('user/get_user_profile'),
    onError: ({ field, message }) => {
      if (form.refuse(field, message))
        form.getInputNode(field as keyof typeof form.values)?.focus();
    },
  });
  const save = async (values: ReturnType<typeof form.getValues>) => {
    const changed = Object.entries(values).filter(
      ([name, value]) => profile[name as keyof Profile] !== value,
    );
    if (!(await run(Object.fromEntries(changed)))) return;
    form.setInitialValues(values);
    form.reset();
    toastSuccess(t('contact.saved'));
  };
  const dirty = form.isDirty();
  return (
    <Panel title={t('contact.title')} text={t('contact.text')}>
      <form className={css.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
        <div className={css.columns}>
          <TextInput
            size="md"
            type="email"
            autoComplete="email"
            label={t('contact.email')}
            {...form.getInputProps('email')}
          />
          <TextInput
            size="md"
            type="tel"
            autoComplete="tel"
            label={t('contact.phone')}
            {...form.getInputProps('phone')}
          />
        </div>
        <TextInput
          size="md"
          autoComplete="address-level2"
          label={t('contact.city')}
          {...form.getInputProps('city')}
        />
        <Textarea
          size="md"
          autoComplete="street-address"
          rows={2}
          label={t('contact.address')}
          {...form.getInputProps('address')}
        />
        <Switch
          label={t('contact.sms')}
          {...form.getInputProps('sms_notification', { type: 'checkbox' })}
        />
        <Switch
          label={t('contact.mail')}
          {...form.getInputProps('email_notification', { type: 'checkbox' })}
        />
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
    </Panel>
  );
}
