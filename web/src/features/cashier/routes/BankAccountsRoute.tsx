import { useState } from 'react';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, EmptyState, ErrorState, ListSkeleton, PageTitle } from '@/components/ui';
import type { BankAccount } from '@/contracts/types';
import { useSaveDraft, useRestoredDraft } from '@/lib/drafts';
import { isGatewayError } from '@/lib/gateway';
import { usePageTitle } from '@/lib/page';
import { useProfile } from '@/lib/player';
import { useBankAccounts } from '../api/banks';
import { AccountCard } from '../components/AccountCard';
import { AccountForm } from '../components/AccountForm';
import { DeleteAccount } from '../components/DeleteAccount';
import css from '../components/BankAccounts.module.css';

type Open = { do: 'add' } | { do: 'edit' | 'delete'; account: BankAccount };

/** Lists, adds, edits and deletes the player's bank accounts. */
export function BankAccountsRoute() {
  const { t } = useTranslation('cashier');
  usePageTitle(t('account.title'));
  const { data: profile } = useProfile();
  // Opens with the draft that was saved when the session expired.
  const [open, setOpen] = useState(useRestoredDraft<Open>('bankAccounts'));
  useSaveDraft('bankAccounts', () => open);
  const close = () => setOpen(undefined);
  const add = (
    <Button variant="primary" onClick={() => setOpen({ do: 'add' })}>
      <IconPlus size={20} aria-hidden="true" />
      {t('account.add')}
    </Button>
  );
  const owner = profile ? `${profile.firstname} ${profile.lastname}` : '';
  return (
    <>
      <PageTitle aside={add}>{t('account.title')}</PageTitle>
      <Accounts onOpen={setOpen} />
      {open?.do === 'delete' && <DeleteAccount account={open.account} onClose={close} />}
      {(open?.do === 'add' || open?.do === 'edit') && (
        <Dialog
          open
          title={t(open.do === 'add' ? 'account.add' : 'account.editTitle')}
          onClose={close}
        >
          <AccountForm
            account={open.do === 'edit' ? open.account : undefined}
            owner={owner}
            onDone={close}
          />
        </Dialog>
      )}
    </>
  );
}

function Accounts({ onOpen }: { onOpen(open: Open): void }) {
  const { t } = useTranslation('cashier');
  const { data, error, reload } = useBankAccounts();
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
          <AccountCard
            account={account}
            onEdit={() => onOpen({ do: 'edit', account })}
            onDelete={() => onOpen({ do: 'delete', account })}
          />
        </li>
      ))}
    </ul>
  );
}
