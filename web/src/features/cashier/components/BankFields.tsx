import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account';
import { Select, Textarea, TextInput } from '@/components/forms';
import { ErrorState, TextSkeleton } from '@/components/ui';
import { transferType } from '@/contracts/constants';
import { useFinanceGetBankAccount } from '@/contracts/hooks/finance';
import type { RecordID } from '@/contracts/types';
import { isGatewayError } from '@/lib/gateway';
import { groupedIban } from '@/lib/identity';
import { parseRecordId } from '@/lib/recordId';
import { useBanks } from '../api/banks';
import type { PaymentMethod } from '../model/methods';
import { needsSender } from '../model/payment';
import css from './PaymentForm.module.css';
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

function OperatorAccounts({ bankID }: { bankID: RecordID }) {
  const { t } = useTranslation('cashier');
  const { data, error, reload } = useFinanceGetBankAccount({ bankID });
  if (isGatewayError(error, 'no-records') || data?.length === 0) {
    return <p className={css.text}>{t('bank.none')}</p>;
  }
  if (!data) {
    if (error) return <ErrorState error={error} title={t('bank.failed')} onRetry={reload} />;
    return <TextSkeleton lines={3} />;
  }
  return (
    <>
      <p className={css.text}>{t('bank.payInto')}</p>
      {data.map((account) => (
        <div key={account.bankAccountID} className={css.account}>
          <span>{account.owner}</span>
          <span className={css.iban}>
            <bdi dir="ltr">{groupedIban(account.iban)}</bdi>
            <CopyButton text={account.iban} label={t('account.iban')} />
          </span>
          <span className={css.text}>
            {account.bankName} · {account.branch_code} / {account.account_number}
          </span>
        </div>
      ))}
    </>
  );
}
