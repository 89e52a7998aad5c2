import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { Select, Textarea, TextInput } from '@mantine/core';
import { ErrorState } from '@/components/ui/State/State';
import { cashType } from '@/contracts/constants';
import { isGatewayError } from '@/lib/gateway/error';
import { groupedIban } from '@/lib/identity/iban';
import { useBankAccounts } from '../api/banks';
import type { PaymentMethod } from '../model/methods';
import { needsAccount } from '../model/payment';
import css from './PaymentForm.module.css';
import type { PaymentFormType } from '../model/paymentForm';

export interface WithdrawFieldsProps {
  form: PaymentFormType;
  method: PaymentMethod;
  /** The current day in the brand's time zone: yyyy-mm-dd. */
  today: string;
}

/**
 * The fields of a withdrawal besides the amount (spec §5): account, expiry date of the identity card, note.
 */
export function WithdrawFields({ form, method, today }: WithdrawFieldsProps) {
  const { t } = useTranslation('cashier');
  return (
    <>
      {needsAccount(cashType.withdraw, method) && <AccountSelect form={form} />}
      <TextInput
        type="date"
        size="md"
        min={today}
        label={t('withdraw.validUntil')}
        description={t('withdraw.validUntilText')}
        {...form.getInputProps('id_valid_until')}
      />
      <Textarea
        size="md"
        rows={2}
        maxLength={500}
        label={t('optional', { label: t('note') })}
        {...form.getInputProps('note')}
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
        size="md"
        dir="auto"
        label={t('account.label')}
        placeholder={t('account.choose')}
        data={(data ?? []).map((it) => ({
          value: String(it.bankAccountID),
          label: `${it.bankName} · ${groupedIban(it.iban)}`,
          disabled: it.status !== 1,
        }))}
        disabled={!data || none}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('bankAccountID')}
      />
      {none && (
        <p className={css.text}>
          {t('account.none')} <Link to={paths.profileBankAccounts.to()}>{t('account.add')}</Link>
        </p>
      )}
    </div>
  );
}
