import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Select, TextInput } from '@mantine/core';
import type { FieldKind } from '@/contracts/types';
import type { PaymentMethod } from '../model/methods';
import { methodFields } from '../model/payment';
import type { PaymentFormType } from '../model/paymentForm';

const inputs: Record<FieldKind, ComponentProps<typeof TextInput>> = {
  text: {},
  number: { inputMode: 'decimal' },
  phone: { type: 'tel', autoComplete: 'tel' },
  email: { type: 'email', autoComplete: 'email' },
  date: { type: 'date' },
  select: {},
  card: { inputMode: 'numeric', autoComplete: 'cc-number' },
  national_id: { inputMode: 'numeric' },
};

/** The method's own fields with the labels of the platform. */
export function MethodFields({ form, method }: { form: PaymentFormType; method: PaymentMethod }) {
  const { t } = useTranslation('cashier');
  return methodFields(method).map(({ name, label, kind, required, options }) => {
    const shared = {
      size: 'md',
      label: required ? label : t('optional', { label }),
      ...form.getInputProps(`fields.${name}`),
    };
    return kind === 'select' ? (
      <Select
        key={name}
        data={options ?? []}
        allowDeselect={!required}
        comboboxProps={{ withinPortal: false }}
        {...shared}
      />
    ) : (
      <TextInput key={name} {...inputs[kind]} {...shared} />
    );
  });
}
