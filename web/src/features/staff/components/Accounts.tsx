import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/account/CopyButton';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Field, Choice } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import {
  changeAccount,
  resetAuthenticator,
  resetPassword,
  unlockAccount,
  inviteAccount,
  type Account,
  type Invitation,
} from '../api/accounts';
import { useStaffAction, useStaff } from '../api/client';
import { useMe } from '../api/login';
import { notifyDone } from '../hooks/page';
import { everyBrand, type Roles, type Role } from '../model/accounts';
import { ActionButton } from './Actions';
import { ActionError } from './Page';
import { Facts, Tag, Time } from './Values';
import css from './Accounts.module.css';
import form from './Form.module.css';
import values from './Values.module.css';

interface AccountRowProps {
  account: Account;
  onInvitation(made: Invitation): void;
}

type Question = 'disable' | 'password' | 'authenticator';

/** A staff account with the actions of an admin. */
export function AccountRow({ account, onInvitation }: AccountRowProps) {
  const { t } = useTranslation('staffPages');
  const { name, disabled } = account;
  const own = useMe().name === name;
  const [editing, setEditing] = useState(false);
  const ask = (question: Question) => ({
    title: t(`accounts.ask.${question}.title`, { name }),
    text: t(`accounts.ask.${question}.text`),
    word: name,
  });
  return (
    <Panel
      dense
      title={name}
      aside={
        <span className={css.tags}>
          {disabled && <Tag tone="negative">{t('accounts.disabled')}</Tag>}
          {account.invited && <Tag tone="info">{t('accounts.invited')}</Tag>}
          {account.demo && <Tag tone="warning">{t('accounts.demo')}</Tag>}
          {account.break_glass && <Tag tone="warning">{t('accounts.breakGlass')}</Tag>}
          {account.company ? (
            <Tag tone="info">{t('accounts.company')}</Tag>
          ) : (
            <Tag tone={account.authenticator ? 'positive' : 'warning'}>
              {t(account.authenticator ? 'accounts.authenticator' : 'accounts.noAuthenticator')}
            </Tag>
          )}
        </span>
      }
    >
      <RoleList roles={account.roles} />
      <p className={css.since}>
        <span>{t('accounts.since')}</span> <Time at={account.since} />
        {account.invited_by && (
          <span>{` · ${t('accounts.invitedBy', { name: account.invited_by })}`}</span>
        )}
      </p>
      {account.company && <CompanyClaims {...account.company} />}
      <div className={css.actions}>
        {!account.company && (
          <>
            <Button size="small" onClick={() => setEditing(true)}>
              {t('accounts.changeRoles')}
            </Button>
            <ActionButton
              size="small"
              ask={ask('password')}
              action={async () => onInvitation(await resetPassword(name))}
            >
              {t('accounts.ask.password.submit')}
            </ActionButton>
            {account.authenticator && (
              <ActionButton
                size="small"
                ask={ask('authenticator')}
                action={() => resetAuthenticator(name)}
              >
                {t('accounts.ask.authenticator.submit')}
              </ActionButton>
            )}
            <ActionButton
              size="small"
              action={async () => {
                await unlockAccount(name);
                notifyDone(t('accounts.unlocked', { name }));
              }}
            >
              {t('accounts.unlock')}
            </ActionButton>
          </>
        )}
        {disabled ? (
          <ActionButton size="small" action={() => changeAccount(name, { disabled: false })}>
            {t('accounts.enable')}
          </ActionButton>
        ) : (
          !own && (
            <ActionButton
              size="small"
              variant="danger"
              ask={ask('disable')}
              action={() => changeAccount(name, { disabled: true })}
            >
              {t('accounts.ask.disable.submit')}
            </ActionButton>
          )
        )}
      </div>
      <AccountDialog account={account} open={editing} onClose={() => setEditing(false)} />
    </Panel>
  );
}

/** The claims of the identity provider about an account. */
function CompanyClaims({ subject, at, claims }: NonNullable<Account['company']>) {
  const { t } = useTranslation('staffPages');
  const facts = Object.entries({ sub: subject, ...claims });
  return (
    <details>
      <summary>
        {t('accounts.claims')} <Time at={at} />
      </summary>
      <Facts facts={facts.map(([name, value]) => [name, [value].flat().map(String).join(', ')])} />
    </details>
  );
}

interface AccountDialogProps {
  /** The account with the roles to change. Without an account the dialog invites a person. */
  account?: Account;
  open: boolean;
  onClose(): void;
  onInvited?(invitation: Invitation): void;
}

/** Invites a person with a name and roles, or changes the roles of an account. */
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
export const namePattern = '[a-z0-9][a-z0-9._\\-]{1,31}';

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
    <form className={form.form} onSubmit={submit}>
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
      <div className={form.actions}>
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

const roles: Role[] = ['viewer', 'support', 'editor', 'support+editor', 'admin'];

/** The role for all brands and the different roles for single brands. */
function RolesField({ value, onChange }: { value: Roles; onChange(value: Roles): void }) {
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
    <fieldset className={css.roles}>
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

/** The roles of an account by brand. */
export function RoleList({ roles }: { roles: Roles }) {
  const { t } = useTranslation('staff');
  return (
    <dl className={values.facts}>
      {Object.entries(roles).map(([brand, role]) => (
        <div key={brand}>
          <dt>{brand === everyBrand ? t('everyBrand') : brand}</dt>
          <dd>{t(`role.${role}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface InvitationDialogProps {
  invitation: Invitation | undefined;
  onClose(): void;
}

/** The address of an invitation, which the console shows only one time. */
export function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
  const { t } = useTranslation('staffPages');
  return (
    <Dialog
      open={invitation !== undefined}
      title={t('accounts.linkTitle', { name: invitation?.account.name ?? '' })}
      onClose={onClose}
    >
      {invitation && (
        <div className={form.form}>
          <p>{t('accounts.linkText')}</p>
          <p className={form.secret}>
            <code>{invitation.url}</code>
            <CopyButton text={invitation.url} label={t('copy')} />
          </p>
          <p className={form.dim}>
            {t('accounts.linkUntil')} <Time at={invitation.until} relative />
          </p>
        </div>
      )}
    </Dialog>
  );
}
