import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog } from '@/components/ui';
import { changeAccount, type Account } from '../api/accounts';
import { useStaffAction } from '../api/useStaffAction';
import { RolesField } from './RolesField';
import { ActionError } from './States';
import css from './Form.module.css';

export interface RolesDialogProps {
  account: Account;
  open: boolean;
  onClose(): void;
}

/** Changes the roles of an account. */
export function RolesDialog(props: RolesDialogProps) {
  const { t } = useTranslation('staffPages');
  return (
    <Dialog
      open={props.open}
      title={t('accounts.rolesOf', { name: props.account.name })}
      onClose={props.onClose}
    >
      <RolesForm {...props} />
    </Dialog>
  );
}

function RolesForm({ account, onClose }: RolesDialogProps) {
  const { t } = useTranslation('staffPages');
  const [roles, setRoles] = useState(account.roles);
  const save = useStaffAction(async () => {
    await changeAccount(account.name, { roles });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <RolesField value={roles} onChange={setRoles} />
      <ActionError error={save.error} />
      <div className={css.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={save.busy}
          disabled={Object.keys(roles).length === 0}
        >
          {t('accounts.save')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  );
}
