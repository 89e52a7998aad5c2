import { useState } from 'react';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import type { BankAccount } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/supports';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts/useRestoredDraft';
import { isGatewayError } from '@/lib/gateway/error';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { fullName, useProfile } from '@/lib/player/useProfile';
import { useBankAccounts } from '../api/banks';
import { AccountCard } from '../components/AccountCard';
import { AccountForm } from '../components/AccountForm';
import { DeleteAccount } from '../components/DeleteAccount';
import css from '../components/BankAccounts.module.css';

/** The account that is edited or deleted; without either, a new one is added. */
interface OpenDialog {
  edited?: BankAccount;
  deleted?: BankAccount;
}

/** Lists, adds, edits and deletes the player's bank accounts. */
export function BankAccountsRoute() {
  const { t } = useTranslation('cashier');
  usePageTitle(t('account.title'));
  const { data: profile } = useProfile();
  // Opens with the draft that was saved when the session expired.
  const [dialog, setDialog] = useState(useRestoredDraft<OpenDialog>('bankAccounts'));
  useSaveDraft('bankAccounts', () => dialog);
  const close = () => setDialog(undefined);
  const add = supports('finance/save_bank_account') && (
    <Button variant="primary" onClick={() => setDialog({})}>
      <IconPlus size={20} aria-hidden="true" />
      {t('account.add')}
    </Button>
  );
  const owner = profile ? fullName(profile) : '';
  return (
    <>
      <PageTitle aside={add}>{t('account.title')}</PageTitle>
      <Accounts onOpen={setDialog} />
      {dialog?.deleted && <DeleteAccount account={dialog.deleted} onClose={close} />}
      {dialog && !dialog.deleted && (
        <Dialog open title={t(dialog.edited ? 'account.editTitle' : 'account.add')} onClose={close}>
          <AccountForm account={dialog.edited} owner={owner} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function Accounts({ onOpen }: { onOpen(dialog: OpenDialog): void }) {
  const { t } = useTranslation('cashier');
  const { data, error, reload } = useBankAccounts();
  const canSave = supports('finance/save_bank_account');
  const canDelete = supports('finance/delete_bank_account');
  if (isGatewayError(error, 'no-records') || data?.length === 0) {
    return (
      <EmptyState
        icon={<IconBuildingBank size={32} />}
        title={t('account.none')}
        text={t('account.noneText')}
      />
    );
  }
  if (!data) {
    if (!error) return <ListSkeleton className={css.list} count={3} height={184} />;
    return <ErrorState error={error} title={t('account.failed')} onRetry={reload} />;
  }
  return (
    <ul className={css.list}>
      {data.map((account) => (
        <li key={account.bankAccountID}>
          <SectionErrors of="card">
            <AccountCard
              account={account}
              onEdit={canSave ? () => onOpen({ edited: account }) : undefined}
              onDelete={canDelete ? () => onOpen({ deleted: account }) : undefined}
            />
          </SectionErrors>
        </li>
      ))}
    </ul>
  );
}
