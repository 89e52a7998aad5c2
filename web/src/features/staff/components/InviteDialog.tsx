import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog } from '@/components/ui';
import { inviteAccount, type Invitation } from '../api/accounts';
import { useStaffAction } from '../api/useStaffAction';
import { everyBrand, type Roles } from '../model/rights';
import { Field } from './Field';
import { RolesField } from './RolesField';
import { ActionError } from './States';
import css from './Form.module.css';

export interface InviteDialogProps {
  open: boolean;
  onClose(): void;
  onInvited(invitation: Invitation): void;
}

/** Invites somebody: the name of the account and its roles. */
export function InviteDialog(props: InviteDialogProps) {
  const { t } = useTranslation('staffPages');
  return (
    <Dialog open={props.open} title={t('accounts.invite')} onClose={props.onClose}>
      <InviteForm {...props} />
    </Dialog>
  );
}

/** The names that the server accepts. */
const namePattern = '[a-z0-9][a-z0-9._\\-]{1,31}';

function InviteForm({ onClose, onInvited }: InviteDialogProps) {
  const { t } = useTranslation('staffPages');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<Roles>({ [everyBrand]: 'viewer' });
  const invite = useStaffAction(async () => onInvited(await inviteAccount(name, roles)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void invite.run();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <Field
        label={t('accounts.name')}
        hint={t('accounts.nameHint')}
        required
        pattern={namePattern}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <RolesField value={roles} onChange={setRoles} />
      <ActionError error={invite.error} />
      <div className={css.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={invite.busy}
          disabled={Object.keys(roles).length === 0}
        >
          {t('accounts.invite')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  );
}
