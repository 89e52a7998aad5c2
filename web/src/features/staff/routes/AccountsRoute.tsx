import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import css from '../components/Form.module.css';
import { Time } from '../components/Time';
import type { Invitation } from '../api/accounts';
import { useStaff } from '../api/useStaff';
import { AccountDialog } from '../components/AccountDialog';
import { AccountRow } from '../components/AccountRow';
import { Page } from '../components/Page';
import { Loaded } from '../components/States';

/** The staff accounts: invited, given roles, reset, disabled. */
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
        {(list) =>
          list.map((account) => (
            <AccountRow key={account.name} account={account} onInvitation={setInvitation} />
          ))
        }
      </Loaded>
      <AccountDialog open={inviting} onClose={() => setInviting(false)} onInvited={setInvitation} />
      <InvitationDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
    </Page>
  );
}

interface InvitationDialogProps {
  invitation: Invitation | undefined;
  onClose(): void;
}

/** The address of an invitation, which is shown this once. */
function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
  const { t } = useTranslation('staffPages');
  return (
    <Dialog
      open={invitation !== undefined}
      title={t('accounts.linkTitle', { name: invitation?.account.name ?? '' })}
      onClose={onClose}
    >
      {invitation && (
        <div className={css.form}>
          <p>{t('accounts.linkText')}</p>
          <p className={css.secret}>
            <code>{invitation.url}</code>
            <CopyButton text={invitation.url} label={t('copy')} />
          </p>
          <p className={css.dim}>
            {t('accounts.linkUntil')} <Time at={invitation.until} relative />
          </p>
        </div>
      )}
    </Dialog>
  );
}
