import { useState } from 'react';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  ListSkeleton,
  PageTitle,
  SectionErrors,
} from '@/components/ui';
import type { BankAccount } from '@/contracts/types';
import { supports } from '@/lib/bootstrap';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts';
import { isGatewayError } from '@/lib/gateway';
import { usePageTitle } from '@/lib/page';
import { useProfile } from '@/lib/player';
import { useBankAccounts } from '../api/banks';
import { AccountCard } from '../components/AccountCard';
import { AccountForm } from '../components/AccountForm';
import { DeleteAccount } from '../components/DeleteAccount';
import css from '../components/BankAccounts.module.css';

type OpenDialog = { action: 'add' } | { action: 'edit' | 'delete'; account: BankAccount };

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
    <Button variant="primary" onClick={() => setDialog({ action: 'add' })}>
      <IconPlus size={20} aria-hidden="true" />
      {t('account.add')}
    </Button>
  );
  const owner = profile ? `${profile.firstname} ${profile.lastname}` : '';
  return (
    <>
      <PageTitle aside={add}>{t('account.title')}</PageTitle>
      <Accounts onOpen={setDialog} />
      {dialog?.action === 'delete' && <DeleteAccount account={dialog.account} onClose={close} />}
      {(dialog?.action === 'add' || dialog?.action === 'edit') && (
        <Dialog
          open
          title={t(dialog.action === 'add' ? 'account.add' : 'account.editTitle')}
          onClose={close}
        >
          <AccountForm
            account={dialog.action === 'edit' ? dialog.account : undefined}
            owner={owner}
            onDone={close}
          />
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
    if (!error) return <ListSkeleton count={3} />;
    return <ErrorState error={error} title={t('account.failed')} onRetry={reload} />;
  }
  return (
    <ul className={css.list}>
      {data.map((account) => (
        <li key={account.bankAccountID}>
          <SectionErrors of="card">
            <AccountCard
              account={account}
              onEdit={canSave ? () => onOpen({ action: 'edit', account }) : undefined}
              onDelete={canDelete ? () => onOpen({ action: 'delete', account }) : undefined}
            />
          </SectionErrors>
        </li>
      ))}
    </ul>
  );
}
