import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useFinanceDeleteBankAccount } from '@/contracts/hooks/finance';
import type { BankAccount } from '@/contracts/types';
import { groupedIban } from '@/lib/identity/iban';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';
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
