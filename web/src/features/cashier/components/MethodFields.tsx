import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Select, Textarea, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { ErrorState } from '@/components/ui/State/State';
import { cashType, transferType } from '@/contracts/constants';
import type { FieldKind } from '@/contracts/types';
import { isGatewayError } from '@/lib/gateway/error';
import { groupedIban } from '@/lib/identity/identity';
import { paths } from '@/lib/paths/paths';
import { parseRecordId } from '@/lib/recordId';
import { useBankAccounts, useBanks } from '../api/cashier';
import type { PaymentMethod } from '../model/methods';
import { methodFields, needsAccount, needsSender, type PaymentFormType } from '../model/payment';
import { OperatorAccounts } from './OperatorAccounts';
import css from './PaymentForm.module.css';

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

/** The method's own fields, with the labels of the platform. */
export function MethodFields({ form, method }: { form: PaymentFormType; method: PaymentMethod }) {
  const { t } = useTranslation('cashier');
  return methodFields(method).map(({ name, label, kind, required, options }) => {
    const shared = {
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

/** Selects the bank. A transfer also has the operator's accounts, sender and note. */
export function BankFields({ form, method }: { form: PaymentFormType; method: PaymentMethod }) {
  const { t } = useTranslation('cashier');
  const { data: banks, error, reload } = useBanks();
  const bank = parseRecordId(form.getValues().bankID);
  if (error) return <ErrorState error={error} title={t('bank.failed')} onRetry={reload} />;
  return (
    <>
      <Select
        placeholder={t('bank.choose')}
        data={(banks ?? []).map((bank) => ({ value: String(bank.bankID), label: bank.name }))}
        disabled={!banks}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        {...form.field('bankID', t('bank.label'))}
      />
      {method.transferType === transferType.bankTransfer && (
        <>
          {bank !== undefined && <OperatorAccounts bankID={bank} />}
          <TextInput
            autoComplete="name"
            label={
              needsSender(method) ? t('bank.sender') : t('optional', { label: t('bank.sender') })
            }
            {...form.getInputProps('sender')}
          />
          <Textarea
            rows={2}
            maxLength={500}
            {...form.field('note', t('optional', { label: t('note') }))}
          />
        </>
      )}
    </>
  );
}

interface WithdrawFieldsProps {
  form: PaymentFormType;
  method: PaymentMethod;
  /** The current day in the brand's time zone: yyyy-mm-dd. */
  today: string;
}

/** The other fields of a withdrawal: account, expiry date of the identity card, note. */
export function WithdrawFields({ form, method, today }: WithdrawFieldsProps) {
  const { t } = useTranslation('cashier');
  return (
    <>
      {needsAccount(cashType.withdraw, method) && <AccountSelect form={form} />}
      <TextInput
        type="date"
        min={today}
        description={t('withdraw.validUntilText')}
        {...form.field('id_valid_until', t('withdraw.validUntil'))}
      />
      <Textarea
        rows={2}
        maxLength={500}
        {...form.field('note', t('optional', { label: t('note') }))}
      />
    </>
  );
}

function AccountSelect({ form }: { form: PaymentFormType }) {
  const { t } = useTranslation('cashier');
  const { data, error, reload } = useBankAccounts();
  const none = isGatewayError(error, 'no-records') || data?.length === 0;
  if (error && !none)
    return <ErrorState error={error} title={t('account.failed')} onRetry={reload} />;
  return (
    <div>
      <Select
        dir="auto"
        placeholder={t('account.choose')}
        data={(data ?? []).map((item) => ({
          value: String(item.bankAccountID),
          label: `${item.bankName} · ${groupedIban(item.iban)}`,
          disabled: item.status !== 1,
        }))}
        disabled={!data || none}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        {...form.field('bankAccountID', t('account.label'))}
      />
      {none && (
        <p className={css.text}>
          {t('account.none')} <Link to={paths.profileBankAccounts.to()}>{t('account.add')}</Link>
        </p>
      )}
    </div>
  );
}
