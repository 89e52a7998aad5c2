import { useTranslation } from 'react-i18next';
import { Button, Dialog } from '@/components/ui';
import { useFinanceDeleteBankAccount } from '@/contracts/hooks/finance';
import type { BankAccount } from '@/contracts/types';
import { groupedIban } from '@/lib/identity';
import { refresh } from '@/lib/swr';
import { toastSuccess } from '@/lib/toast';
import css from './BankAccounts.module.css';

/** Asks for confirmation before an account is deleted. */
export function DeleteAccount({ account, onClose }: { account: BankAccount; onClose(): void }) {
  const { t } = useTranslation('cashier');
  const { run, busy } = useFinanceDeleteBankAccount({
    onSuccess: async () => {
      await refresh('finance/list_bank_accounts');
      toastSuccess(t('account.deleted'));
      onClose();
    },
  });
  return (
    <Dialog open title={t('account.deleteTitle')} onClose={onClose}>
      <div className={css.form}>
        <p className={css.dim}>
          {account.bankName} · <bdi dir="ltr">{groupedIban(account.iban)}</bdi>
        </p>
        <Button
          variant="danger"
          busy={busy}
          fullWidth
          onClick={() => void run({ bankAccountID: account.bankAccountID })}
        >
          {t('account.delete')}
        </Button>
        <Button variant="subtle" fullWidth onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
