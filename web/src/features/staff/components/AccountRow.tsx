import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui';
import {
  changeAccount,
  resetAuthenticator,
  resetPassword,
  unlockAccount,
  type Account,
  type Invitation,
} from '../api/accounts';
import { useMe } from '../api/useLogin';
import { useStaffAction } from '../api/useStaffAction';
import { useNotify } from '../hooks/useNotify';
import { ConfirmDialog } from './ConfirmDialog';
import { Panel } from './Panel';
import { RoleList } from './RoleList';
import { RolesDialog } from './RolesDialog';
import { ActionError } from './States';
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
  const [asking, setAsking] = useState<Question>();
  const [editing, setEditing] = useState(false);
  const enable = useStaffAction(() => changeAccount(name, { disabled: false }));
  const unlock = useStaffAction(async () => {
    await unlockAccount(name);
    notify.done(t('accounts.unlocked', { name }));
  });
  const confirmed = useStaffAction(async (question: Question) => {
    if (question === 'disable') await changeAccount(name, { disabled: true });
    if (question === 'password') onInvitation(await resetPassword(name));
    if (question === 'authenticator') await resetAuthenticator(name);
    setAsking(undefined);
  });
  const ask = (question: Question) => {
    confirmed.clear();
    setAsking(question);
  };
  return (
    <Panel
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
        {t('accounts.since')} <Time at={account.since} />
        {account.invited_by && ` · ${t('accounts.invitedBy', { name: account.invited_by })}`}
      </p>
      <ActionError error={enable.error ?? unlock.error} />
      <div className={css.actions}>
        <Button size="small" onClick={() => setEditing(true)}>
          {t('accounts.changeRoles')}
        </Button>
        <Button size="small" onClick={() => ask('password')}>
          {t('accounts.ask.password.submit')}
        </Button>
        {account.authenticator && (
          <Button size="small" onClick={() => ask('authenticator')}>
            {t('accounts.ask.authenticator.submit')}
          </Button>
        )}
        <Button size="small" busy={unlock.busy} onClick={() => void unlock.run()}>
          {t('accounts.unlock')}
        </Button>
        {disabled ? (
          <Button size="small" busy={enable.busy} onClick={() => void enable.run()}>
            {t('accounts.enable')}
          </Button>
        ) : (
          !own && (
            <Button size="small" variant="danger" onClick={() => ask('disable')}>
              {t('accounts.ask.disable.submit')}
            </Button>
          )
        )}
      </div>
      <RolesDialog account={account} open={editing} onClose={() => setEditing(false)} />
      {asking && (
        <ConfirmDialog
          open
          title={t(`accounts.ask.${asking}.title`, { name })}
          word={name}
          submit={t(`accounts.ask.${asking}.submit`)}
          busy={confirmed.busy}
          error={confirmed.error}
          onConfirm={() => void confirmed.run(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>{t(`accounts.ask.${asking}.text`)}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
