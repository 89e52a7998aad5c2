import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Select, TextInput } from '@mantine/core';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useLanguage } from '@/lib/i18n/useLanguage';
import { latestBirthdate } from '../../model/age';
import { countries } from '../../model/countries';
import type { RegistrationForm } from '../../model/registration';
import css from '../Form.module.css';

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
        description={t('rule.age', { age: minimumAge })}
        max={latestBirthdate(minimumAge, new Date())}
        autoComplete="bday"
        {...form.getInputProps('birthdate')}
      />
      <div className={css.columns}>
        <Select
          size="md"
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
