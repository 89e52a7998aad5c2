import { IconBuildingBank, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Confirmation } from '@/components/confirmation/Confirmation';
import { Button } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { useFinanceDeleteBankAccount } from '@/contracts/hooks/finance';
import type { BankAccount, RecordID } from '@/contracts/types';
import css from '@/features/cashier/components/BankAccounts.module.css';
import { supports } from '@/lib/bootstrap/bootstrap';
import { isGatewayError } from '@/lib/gateway/error';
import { groupedIban } from '@/lib/identity/identity';
import { useFilters } from '@/lib/page/useFilters';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { fullName, useProfile } from '@/lib/player/player';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';
import { useBankAccounts } from '../api/cashier';
import { AccountForm } from '../components/AccountForm';

/** The open dialog in the address: `?edit=ID`, `?delete=ID`, or `?edit=` to add an account. */
type OpenDialog = 'edit' | 'delete';

/** Lists, adds, edits and deletes the player's bank accounts. */
export function BankAccountsRoute() {
  const { t } = useTranslation('cashier');
  usePageTitle(t('account.title'));
  const { data: profile } = useProfile();
  const { data: accounts } = useBankAccounts();
  const filters = useFilters<OpenDialog>();
  const open = (dialog: OpenDialog, id: RecordID | '') =>
    filters.set({ [dialog]: id }, { replace: true });
  const close = () => filters.set({ edit: undefined, delete: undefined }, { replace: true });
  const accountOf = (dialog: OpenDialog) =>
    accounts?.find(({ bankAccountID }) => String(bankAccountID) === filters.get(dialog));
  const [edited, deleted] = [accountOf('edit'), accountOf('delete')];
  const add = supports('finance/save_bank_account') && (
    <Button variant="primary" onClick={() => open('edit', '')}>
      <IconPlus size={20} aria-hidden="true" />
      {t('account.add')}
    </Button>
  );
  const owner = profile ? fullName(profile) : '';
  return (
    <>
      <PageTitle aside={add}>{t('account.title')}</PageTitle>
      <Accounts onOpen={open} />
      {deleted && <DeleteAccount account={deleted} onClose={close} />}
      {(edited || filters.get('edit') === '') && (
        <Dialog open title={t(edited ? 'account.editTitle' : 'account.add')} onClose={close}>
          <AccountForm account={edited} owner={owner} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function Accounts({ onOpen }: { onOpen(dialog: OpenDialog, id: RecordID): void }) {
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
              onEdit={canSave ? () => onOpen('edit', account.bankAccountID) : undefined}
              onDelete={canDelete ? () => onOpen('delete', account.bankAccountID) : undefined}
            />
          </SectionErrors>
        </li>
      ))}
    </ul>
  );
}

/** Asks for confirmation before the platform deletes an account. */
function DeleteAccount({ account, onClose }: { account: BankAccount; onClose(): void }) {
  const { t } = useTranslation('cashier');
  const { run, busy } = useFinanceDeleteBankAccount({
    onSuccess: async () => {
      await refresh('finance/list_bank_accounts');
      toastSuccess(t('account.deleted'));
      onClose();
    },
  });
  return (
    <Confirmation
      title={t('account.deleteTitle')}
      start={t('account.delete')}
      busy={busy}
      onStart={() => void run({ bankAccountID: account.bankAccountID })}
      cancel={t('cancel')}
      onClose={onClose}
    >
      <p className={css.dim}>
        {account.bankName} · <bdi dir="ltr">{groupedIban(account.iban)}</bdi>
      </p>
    </Confirmation>
  );
}

interface AccountCardProps {
  account: BankAccount;
  /** Undefined if the platform does not support changes of accounts. */
  onEdit?(): void;
  /** Undefined if the platform does not support deleting accounts. */
  onDelete?(): void;
}

/** A bank account of the player. */
function AccountCard({ account, onEdit, onDelete }: AccountCardProps) {
  const { t } = useTranslation('cashier');
  const usable = account.status === 1;
  return (
    <div className={css.account}>
      <p className={css.head}>
        {account.bankName}
        <Badge tone={usable ? 'positive' : 'warning'}>
          {t(usable ? 'account.usable' : 'account.waiting')}
        </Badge>
      </p>
      <p className={css.iban}>
        <bdi dir="ltr">{groupedIban(account.iban)}</bdi>
        <CopyButton text={account.iban} label={t('account.iban')} />
      </p>
      <p className={css.dim}>
        <span>{account.owner}</span>
        {account.account_number && (
          <>
            <span> · </span>
            <bdi>{`${account.branch_code} / ${account.account_number}`}</bdi>
          </>
        )}
      </p>
      <div className={css.actions}>
        {onEdit && (
          <Button size="small" onClick={onEdit}>
            <IconPencil size={18} aria-hidden="true" />
            {t('account.edit')}
          </Button>
        )}
        {onDelete && (
          <Button size="small" variant="danger" onClick={onDelete}>
            <IconTrash size={18} aria-hidden="true" />
            {t('account.delete')}
          </Button>
        )}
      </div>
    </div>
  );
}
