import { useTranslation } from 'react-i18next';
import { Select, Textarea, TextInput } from '@mantine/core';
import { ErrorState } from '@/components/ui/State/State';
import { transferType } from '@/contracts/constants';
import { parseRecordId } from '@/lib/recordId';
import { useBanks } from '../api/banks';
import type { PaymentMethod } from '../model/methods';
import { needsSender } from '../model/payment';
import { OperatorAccounts } from './OperatorAccounts';
import type { PaymentFormType } from '../model/paymentForm';

export interface BankFieldsProps {
  form: PaymentFormType;
  method: PaymentMethod;
}

/** Selects the bank; for a transfer also shows the operator's accounts and asks for sender and note. */
export function BankFields({ form, method }: BankFieldsProps) {
  const { t } = useTranslation('cashier');
  const { data: banks, error, reload } = useBanks();
  const bank = parseRecordId(form.getValues().bankID);
  if (error) return <ErrorState error={error} title={t('bank.failed')} onRetry={reload} />;
  return (
    <>
      <Select
        size="md"
        label={t('bank.label')}
        placeholder={t('bank.choose')}
        data={(banks ?? []).map((bank) => ({ value: String(bank.bankID), label: bank.name }))}
        disabled={!banks}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('bankID')}
      />
      {method.transferType === transferType.bankTransfer && (
        <>
          {bank !== undefined && <OperatorAccounts bankID={bank} />}
          <TextInput
            size="md"
            autoComplete="name"
            label={
              needsSender(method) ? t('bank.sender') : t('optional', { label: t('bank.sender') })
            }
            {...form.getInputProps('sender')}
          />
          <Textarea
            size="md"
            rows={2}
            label={t('optional', { label: t('note') })}
            maxLength={500}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </>
  );
}
