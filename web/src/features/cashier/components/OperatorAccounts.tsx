import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { useFinanceGetBankAccount } from '@/contracts/hooks/finance';
import type { RecordID } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { isGatewayError } from '@/lib/gateway/error';
import { groupedIban } from '@/lib/identity/identity';
import css from './PaymentForm.module.css';

interface OperatorAccountsProps {
  bankID: RecordID;
  /** The amount to transfer, if it is known. */
  amount?: number;
}

/** The operator's accounts at a bank, which receive the transfer. */
export function OperatorAccounts({ bankID, amount }: OperatorAccountsProps) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
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
      <p className={css.text}>
        {amount === undefined
          ? t('bank.payInto')
          : t('bank.payAmount', { amount: format.money(amount) })}
      </p>
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
