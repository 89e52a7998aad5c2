import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import type { Invitation } from '../api/accounts';
import { Time } from './Time';
import css from './Form.module.css';

export interface InvitationDialogProps {
  invitation: Invitation | undefined;
  onClose(): void;
}

/** The address of an invitation, which is shown this once. */
export function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
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
