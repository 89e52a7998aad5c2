import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import {
  changeAccount,
  resetAuthenticator,
  resetPassword,
  unlockAccount,
  type Account,
  type Invitation,
} from '../api/accounts';
import { useMe } from '../api/useLogin';
import { useNotify } from '../hooks/useNotify';
import { AccountDialog } from './AccountDialog';
import { ActionButton } from './ActionButton';
import { Panel } from '@/components/ui/Panel/Panel';
import { RoleList } from './RoleList';
import { Tag } from './Tag';
import { Time } from './Time';
import css from './AccountRow.module.css';

export interface AccountRowProps {
  account: Account;
  onInvitation(made: Invitation): void;
}

type Question = 'disable' | 'password' | 'authenticator';

/** A staff account and what an admin can do about it. */
export function AccountRow({ account, onInvitation }: AccountRowProps) {
  const { t } = useTranslation('staffPages');
  const { name, disabled } = account;
  const own = useMe().name === name;
  const notify = useNotify();
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
          <Tag tone={account.authenticator ? 'positive' : 'warning'}>
            {t(account.authenticator ? 'accounts.authenticator' : 'accounts.noAuthenticator')}
          </Tag>
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
      <div className={css.actions}>
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
            notify.done(t('accounts.unlocked', { name }));
          }}
        >
          {t('accounts.unlock')}
        </ActionButton>
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
