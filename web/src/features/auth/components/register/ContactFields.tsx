import { useTranslation } from 'react-i18next';
import { Select, Textarea, TextInput } from '@mantine/core';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { localeOf } from '@/lib/format/locale';
import { useLanguage } from '@/lib/i18n/useLanguage';
import type { RegistrationForm } from '../../model/registration';
import css from '../Form.module.css';

/** Step 3: contact data and currency. */
export function ContactFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const { currency } = bootstrap();
  const currencyName = new Intl.DisplayNames(localeOf(language), { type: 'currency' }).of(currency);
  return (
    <>
      <div className={css.columns}>
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
        data={[{ value: currency, label: `${currencyName} (${currency})` }]}
        {...form.getInputProps('currency')}
      />
    </>
  );
}
