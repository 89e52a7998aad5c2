import { useTranslation } from 'react-i18next';
import { TextInput } from '@mantine/core';
import { cepFields, requiredCep, type CepField } from '../model/payment';
import css from './PaymentForm.module.css';
import type { PaymentFormType } from '../model/paymentForm';

const inputs: Partial<Record<CepField, { type?: string; inputMode?: 'numeric' }>> = {
  sender_phone: { type: 'tel' },
  receiver_phone: { type: 'tel' },
  sender_national_id: { inputMode: 'numeric' },
  receiver_national_id: { inputMode: 'numeric' },
};

/** The fields of a cep transfer (spec §3, "Deposit form"). */
export function CepFields({ form }: { form: PaymentFormType }) {
  const { t } = useTranslation('cashier');
  return (
    <div className={css.columns}>
      {cepFields.map((name) => (
        <TextInput
          key={name}
          size="md"
          label={
            requiredCep.has(name) ? t(`cep.${name}`) : t('optional', { label: t(`cep.${name}`) })
          }
          {...inputs[name]}
          {...form.getInputProps(`cep.${name}`)}
        />
      ))}
    </div>
  );
}
