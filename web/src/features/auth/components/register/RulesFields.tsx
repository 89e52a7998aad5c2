import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AmountInput } from '@/components/forms/AmountInput';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { paths } from '@/lib/paths/paths';
import { limitPeriods, type RegistrationForm } from '../../model/registration';
import css from '../Form.module.css';

/** Step 4: codes, a limit of deposits, consents. */
export function RulesFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  const { minimumAge } = bootstrap().legal;
  return (
    <>
      <div className={css.columns}>
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
      <div className={css.columns}>
        <AmountInput
          label={t('field.limitAmount')}
          description={t('hint.limit')}
          {...form.getInputProps('limit_amount')}
        />
        <Select
          size="md"
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
