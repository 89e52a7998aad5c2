import { useMemo } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Checkbox, Select, Textarea, TextInput } from '@/components/forms';
import { PasswordField, PasswordMeter } from '@/components/password';
import { bootstrap } from '@/lib/bootstrap';
import { localeOf } from '@/lib/format';
import { useLanguage } from '@/lib/i18n';
import { latestBirthdate } from '../model/age';
import { countries } from '../model/countries';
import type { Registration, RegistrationField } from '../model/registration';
import css from './Form.module.css';

export interface StepProps {
  form: UseFormReturnType<Registration>;
}

export interface RegisterStep {
  title: 'account' | 'person' | 'contact' | 'rules';
  /** The fields that must be valid before the next step. */
  fields: readonly RegistrationField[];
  Fields(props: StepProps): React.ReactNode;
}

/** Step 1: user name and password. */
function AccountFields({ form }: StepProps) {
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
      <div className={css.pair}>
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
      <div className={css.pair}>
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

/** Step 2: personal data. */
function PersonFields({ form }: StepProps) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const list = useMemo(() => countries(language), [language]);
  const { minimumAge } = bootstrap().legal;
  return (
    <>
      <div className={css.pair}>
        <TextInput
          size="md"
          required
          label={t('field.firstname')}
          autoComplete="given-name"
          {...form.getInputProps('firstname')}
        />
        <TextInput
          size="md"
          required
          label={t('field.lastname')}
          autoComplete="family-name"
          {...form.getInputProps('lastname')}
        />
      </div>
      <TextInput
        size="md"
        required
        type="date"
        label={t('field.birthdate')}
        description={t('hint.birthdate', { age: minimumAge })}
        max={latestBirthdate(minimumAge, new Date())}
        autoComplete="bday"
        {...form.getInputProps('birthdate')}
      />
      <div className={css.pair}>
        <Select
          size="md"
          required
          searchable
          allowDeselect={false}
          label={t('field.country')}
          data={list}
          nothingFoundMessage={t('hint.noCountry')}
          autoComplete="off"
          {...form.getInputProps('country')}
        />
        <TextInput
          size="md"
          required
          inputMode={form.values.country === 'TR' ? 'numeric' : 'text'}
          maxLength={20}
          label={t('field.nationalId')}
          autoComplete="off"
          {...form.getInputProps('national_id')}
        />
      </div>
    </>
  );
}

/** Step 3: contact data and currency. */
function ContactFields({ form }: StepProps) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const { currency } = bootstrap();
  const name = new Intl.DisplayNames(localeOf(language), { type: 'currency' }).of(currency);
  return (
    <>
      <div className={css.pair}>
        <TextInput
          size="md"
          required
          type="tel"
          dir="ltr"
          label={t('field.phone')}
          placeholder={t('hint.phone')}
          autoComplete="tel"
          {...form.getInputProps('phone')}
        />
        <TextInput
          size="md"
          required
          label={t('field.city')}
          autoComplete="address-level1"
          {...form.getInputProps('city')}
        />
      </div>
      <Textarea
        size="md"
        required
        rows={2}
        label={t('field.address')}
        autoComplete="street-address"
        {...form.getInputProps('address')}
      />
      <Select
        size="md"
        required
        allowDeselect={false}
        label={t('field.currency')}
        data={[{ value: currency, label: `${name} (${currency})` }]}
        {...form.getInputProps('currency')}
      />
    </>
  );
}

/** Step 4: consents and codes. */
function RulesFields({ form }: StepProps) {
  const { t } = useTranslation('auth');
  const { minimumAge } = bootstrap().legal;
  return (
    <>
      <div className={css.pair}>
        <TextInput
          size="md"
          label={t('field.promoCode')}
          description={t('hint.optional')}
          autoComplete="off"
          {...form.getInputProps('promo_code')}
        />
        <TextInput
          size="md"
          label={t('field.referenceNo')}
          description={t('hint.optional')}
          autoComplete="off"
          {...form.getInputProps('reference_no')}
        />
      </div>
      <Checkbox
        label={t('field.smsNotification')}
        {...form.getInputProps('sms_notification', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('field.emailNotification')}
        {...form.getInputProps('email_notification', { type: 'checkbox' })}
      />
      <Checkbox
        required
        label={t('field.rules', { age: minimumAge })}
        {...form.getInputProps('rules_accepted', { type: 'checkbox' })}
      />
      <Link
        className={css.link}
        to={paths.info.to({ key: 'GeneralRules' })}
        target="_blank"
        rel="noopener"
      >
        {t('register.readRules')}
      </Link>
    </>
  );
}

/** The steps of the registration, in order. */
export const registerSteps: readonly RegisterStep[] = [
  {
    title: 'account',
    fields: ['username', 'email', 'email_confirm', 'password', 'password_confirm'],
    Fields: AccountFields,
  },
  {
    title: 'person',
    fields: ['firstname', 'lastname', 'birthdate', 'country', 'national_id'],
    Fields: PersonFields,
  },
  { title: 'contact', fields: ['phone', 'city', 'address', 'currency'], Fields: ContactFields },
  {
    title: 'rules',
    fields: ['promo_code', 'reference_no', 'rules_accepted'],
    Fields: RulesFields,
  },
];
