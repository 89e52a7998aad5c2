import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { AmountInput } from '@/components/forms/AmountInput';
import { limitPeriods } from '@/components/limits/limits';
import { PasswordField, PasswordMeter } from '@/components/password/PasswordField';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useLanguage } from '@/lib/i18n/language';
import type { Resources } from '@/lib/i18n/resources.generated';
import { paths } from '@/lib/paths/paths';
import {
  latestBirthdate,
  type RegistrationField,
  type RegistrationForm,
} from '../../model/registration';
import { countries } from '../../model/countries';
import css from '../Form.module.css';

/** Returns a function with the properties of a required input and its label `field.LABEL`. */
export function useRequiredField(form: RegistrationForm) {
  const { t } = useTranslation('auth');
  return (name: RegistrationField, label: keyof Resources['auth']['field']) => ({
    required: true,
    ...form.field(name, t(`field.${label}`)),
  });
}

/** Step 1: user name and password. */
export function AccountFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  const field = useRequiredField(form);
  return (
    <>
      <TextInput
        description={t('hint.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username', 'username')}
      />
      <div className={css.columns}>
        <TextInput type="email" autoComplete="email" {...field('email', 'email')} />
        <TextInput type="email" autoComplete="email" {...field('email_confirm', 'emailConfirm')} />
      </div>
      <div className={css.columns}>
        <PasswordField autoComplete="new-password" {...field('password', 'password')} />
        <PasswordField
          autoComplete="new-password"
          {...field('password_confirm', 'passwordConfirm')}
        />
      </div>
      <PasswordMeter password={form.values.password} />
    </>
  );
}

/** Step 2: personal data. */
export function PersonFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  const field = useRequiredField(form);
  const { language } = useLanguage();
  const countryOptions = useMemo(() => countries(language), [language]);
  const { minimumAge } = bootstrap().legal;
  return (
    <>
      <div className={css.columns}>
        <TextInput autoComplete="given-name" {...field('firstname', 'firstname')} />
        <TextInput autoComplete="family-name" {...field('lastname', 'lastname')} />
      </div>
      <TextInput
        type="date"
        description={t('rule.age', { age: minimumAge })}
        max={latestBirthdate(minimumAge, new Date())}
        autoComplete="bday"
        {...field('birthdate', 'birthdate')}
      />
      <div className={css.columns}>
        <Select
          searchable
          allowDeselect={false}
          data={countryOptions}
          nothingFoundMessage={t('hint.noCountry')}
          autoComplete="off"
          {...field('country', 'country')}
        />
        <TextInput
          inputMode={form.values.country === 'TR' ? 'numeric' : 'text'}
          maxLength={20}
          autoComplete="off"
          {...field('national_id', 'nationalId')}
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
          description={t('hint.optional')}
          autoComplete="off"
          {...form.field('promo_code', t('field.promoCode'))}
        />
        <TextInput
          description={t('hint.optional')}
          autoComplete="off"
          {...form.field('reference_no', t('field.referenceNo'))}
        />
      </div>
      <div className={css.columns}>
        <AmountInput
          description={t('hint.limit')}
          {...form.field('limit_amount', t('field.limitAmount'))}
        />
        <Select
          allowDeselect={false}
          description={t('hint.limitPeriod')}
          data={limitPeriods.map((value) => ({ value, label: t(`limitPeriod.${value}`) }))}
          {...form.field('limit_period', t('field.limitPeriod'))}
        />
      </div>
      <Checkbox
        {...form.field('sms_notification', t('field.smsNotification'), { type: 'checkbox' })}
      />
      <Checkbox
        {...form.field('email_notification', t('field.emailNotification'), { type: 'checkbox' })}
      />
      <Checkbox
        required
        {...form.field('rules_accepted', t('field.rules', { age: minimumAge }), {
          type: 'checkbox',
        })}
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
