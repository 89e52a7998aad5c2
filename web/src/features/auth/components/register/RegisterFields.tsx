import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { AmountInput } from '@/components/forms/AmountInput';
import { limitPeriods } from '@/components/limits/limits';
import { PasswordField, PasswordMeter } from '@/components/password/PasswordField';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useLanguage } from '@/lib/i18n/language';
import { paths } from '@/lib/paths/paths';
import { latestBirthdate, type RegistrationForm } from '../../model/registration';
import { countries } from '../../model/countries';
import css from '../Form.module.css';

/** Step 1: user name and password. */
export function AccountFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <TextInput
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
          required
          type="email"
          label={t('field.email')}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <TextInput
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

/** Step 2: personal data. */
export function PersonFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const countryOptions = useMemo(() => countries(language), [language]);
  const { minimumAge } = bootstrap().legal;
  return (
    <>
      <div className={css.columns}>
        <TextInput
          required
          label={t('field.firstname')}
          autoComplete="given-name"
          {...form.getInputProps('firstname')}
        />
        <TextInput
          required
          label={t('field.lastname')}
          autoComplete="family-name"
          {...form.getInputProps('lastname')}
        />
      </div>
      <TextInput
        required
        type="date"
        label={t('field.birthdate')}
        description={t('rule.age', { age: minimumAge })}
        max={latestBirthdate(minimumAge, new Date())}
        autoComplete="bday"
        {...form.getInputProps('birthdate')}
      />
      <div className={css.columns}>
        <Select
          required
          searchable
          allowDeselect={false}
          label={t('field.country')}
          data={countryOptions}
          nothingFoundMessage={t('hint.noCountry')}
          autoComplete="off"
          {...form.getInputProps('country')}
        />
        <TextInput
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

/** Step 4: codes, a deposit limit, consents. */
export function RulesFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  const { minimumAge } = bootstrap().legal;
  return (
    <>
      <div className={css.columns}>
        <TextInput
          label={t('field.promoCode')}
          description={t('hint.optional')}
          autoComplete="off"
          {...form.getInputProps('promo_code')}
        />
        <TextInput
          label={t('field.referenceNo')}
          description={t('hint.optional')}
          autoComplete="off"
          {...form.getInputProps('reference_no')}
        />
      </div>
      <div className={css.columns}>
        <AmountInput
          label={t('field.limitAmount')}
          description={t('hint.limit')}
          {...form.getInputProps('limit_amount')}
        />
        <Select
          allowDeselect={false}
          label={t('field.limitPeriod')}
          description={t('hint.limitPeriod')}
          data={limitPeriods.map((value) => ({ value, label: t(`limitPeriod.${value}`) }))}
          {...form.getInputProps('limit_period')}
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
