import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { changeAccount, inviteAccount, type Account, type Invitation } from '../api/accounts';
import { useStaff } from '../api/useStaff';
import { useStaffAction } from '../api/useStaffAction';
import { everyBrand, type Role, type Roles } from '../model/rights';
import { Choice, Field } from '@/components/ui/Field/Field';
import { ActionError } from './States';
import css from './Form.module.css';
import rolesFieldCss from './RolesField.module.css';

interface AccountDialogProps {
  /** The account whose roles are changed; without one somebody is invited. */
  account?: Account;
  open: boolean;
  onClose(): void;
  onInvited?(invitation: Invitation): void;
}

/** Invites somebody with a name and roles, or changes the roles of an account. */
export function AccountDialog(props: AccountDialogProps) {
  const { t } = useTranslation('staffPages');
  const { account, open, onClose } = props;
  const title = account ? t('accounts.rolesOf', { name: account.name }) : t('accounts.invite');
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <AccountForm {...props} />
    </Dialog>
  );
}

/** The names that the server accepts. */
const namePattern = '[a-z0-9][a-z0-9._\\-]{1,31}';

function AccountForm({ account, onClose, onInvited }: AccountDialogProps) {
  const { t } = useTranslation('staffPages');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<Roles>(account?.roles ?? { [everyBrand]: 'viewer' });
  const save = useStaffAction(async () => {
    if (account) await changeAccount(account.name, { roles });
    else onInvited?.(await inviteAccount(name, roles));
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      {!account && (
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
      )}
      <RolesField value={roles} onChange={setRoles} />
      <ActionError error={save.error} />
      <div className={css.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={save.busy}
          disabled={Object.keys(roles).length === 0}
        >
          {t(account ? 'accounts.save' : 'accounts.invite')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  );
}

const roles = ['viewer', 'support', 'admin'] as const satisfies readonly Role[];

interface RolesFieldProps {
  value: Roles;
  onChange(value: Roles): void;
}

/** The role for all brands and, where it differs, for single ones. */
function RolesField({ value, onChange }: RolesFieldProps) {
  const { t } = useTranslation('staffPages');
  const { t: staff } = useTranslation('staff');
  const brands = useStaff('/brands');
  const places = [
    { id: everyBrand, name: t('everyBrand') },
    ...(brands.data ?? []).map(({ id, name }) => ({ id, name })),
  ];
  const set = (place: string, role: Role | '') => {
    const next = Object.fromEntries(Object.entries(value).filter(([id]) => id !== place));
    onChange(role ? { ...next, [place]: role } : next);
  };
  return (
    <fieldset className={rolesFieldCss.roles}>
      <legend>{t('accounts.roles')}</legend>
      {places.map(({ id, name }) => (
        <Choice<Role | ''>
          key={id}
          label={name}
          value={value[id] ?? ''}
          options={[
            { value: '', label: t(id === everyBrand ? 'accounts.noRole' : 'accounts.asAll') },
            ...roles.map((role) => ({ value: role, label: staff(`role.${role}`) })),
          ]}
          onChange={(role) => set(id, role)}
        />
      ))}
    </fieldset>
  );
}
