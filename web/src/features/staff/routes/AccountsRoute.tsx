import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import type { Invitation } from '../api/accounts';
import { useStaff } from '../api/client';
import { AccountDialog, AccountRow, InvitationDialog } from '../components/Accounts';
import { Page, Loaded } from '../components/Page';
import { Tokens } from '../components/Tokens';

/** The staff and machine accounts, with buttons to invite, change roles, reset and disable. */
export function AccountsRoute() {
  const { t } = useTranslation('staffPages');
  const accounts = useStaff('/accounts');
  const [inviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<Invitation>();
  return (
    <Page
      title={t('accounts.title')}
      lead={t('accounts.lead')}
      actions={
        <Button variant="primary" onClick={() => setInviting(true)}>
          {t('accounts.invite')}
        </Button>
      }
    >
      <Loaded read={accounts} height={320}>
        {(list) => (
          <>
            {list.map((account) => (
              <AccountRow key={account.name} account={account} onInvitation={setInvitation} />
            ))}
            <Tokens />
          </>
        )}
      </Loaded>
      <AccountDialog open={inviting} onClose={() => setInviting(false)} onInvited={setInvitation} />
      <InvitationDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
    </Page>
  );
}
