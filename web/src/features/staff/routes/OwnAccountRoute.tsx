import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { useMe } from '../api/login';
import { RoleList } from '../components/Accounts';
import { Preferences } from '../components/Navigation';
import { Page, ActionError, Loaded } from '../components/Page';
import { removeAuthenticator, endLogin, changePassword } from '../api/accounts';
import { useStaffAction, useStaff } from '../api/client';
import { notifyDone } from '../hooks/page';
import { ActionButton } from '../components/Actions';
import { AuthenticatorSetup, CodeField, NewPassword } from '../components/Login';
import { Table, Time } from '../components/Values';
import css from './OwnAccountRoute.module.css';
import form from '../components/Form.module.css';

/** The current account: roles, password, authenticator, logins, language and colour mode. */
export function OwnAccountRoute() {
  const { t } = useTranslation('staff');
  const me = useMe();
  return (
    <Page title={t('account.title')} lead={me.name}>
      <div className={css.columns}>
        <Panel dense title={t('account.roles')}>
          <RoleList roles={me.roles} />
        </Panel>
        <Panel dense title={t('settings.title')}>
          <Preferences />
        </Panel>
        {!me.company && (
          <>
            <Panel dense title={t('password.title')}>
              <OwnPassword />
            </Panel>
            <Panel dense title={t('authenticator.title')}>
              <OwnAuthenticator />
            </Panel>
          </>
        )}
      </div>
      <OwnLogins />
    </Page>
  );
}

/** Sets up, replaces or removes the authenticator of the current account. */
function OwnAuthenticator() {
  const { t } = useTranslation('staff');
  const { authenticator, authenticator_required: required } = useMe();
  const [step, setStep] = useState<'none' | 'setup' | 'remove'>('none');
  const [code, setCode] = useState('');
  const remove = useStaffAction(async (full: string) => {
    await removeAuthenticator(full);
    setStep('none');
    notifyDone(t('authenticator.removed'));
  });
  const close = () => setStep('none');

  if (step === 'setup') {
    return (
      <>
        <AuthenticatorSetup
          onDone={() => {
            close();
            notifyDone(t('authenticator.done'));
          }}
        />
        <Cancel onClick={close} />
      </>
    );
  }
  if (step === 'remove') {
    return (
      <>
        <CodeField
          value={code}
          onChange={setCode}
          onComplete={(full) => void remove.run(full).then(() => setCode(''))}
          busy={remove.busy}
          invalid={remove.error !== undefined}
        />
        <ActionError error={remove.error} />
        <Cancel onClick={close} />
      </>
    );
  }
  return (
    <>
      <p className={form.dim}>{t(authenticator ? 'authenticator.on' : 'authenticator.off')}</p>
      <div className={form.actions}>
        <Button size="small" onClick={() => setStep('setup')}>
          {t(authenticator ? 'authenticator.replace' : 'authenticator.setUp')}
        </Button>
        {authenticator && !required && (
          <Button size="small" variant="danger" onClick={() => setStep('remove')}>
            {t('authenticator.remove')}
          </Button>
        )}
      </div>
    </>
  );
}

function Cancel({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('staff');
  return (
    <div className={form.actions}>
      <Button size="small" variant="subtle" onClick={onClick}>
        {t('cancel')}
      </Button>
    </div>
  );
}

/** The logins of the current account, with a button to end each login except this one. */
function OwnLogins() {
  const { t } = useTranslation('staff');
  const logins = useStaff('/me/logins');
  const others = logins.data?.some((item) => !item.current);
  return (
    <Panel
      dense
      flush
      title={t('logins.title')}
      aside={
        others && (
          <ActionButton size="small" action={() => endLogin('others')}>
            {t('logins.endOthers')}
          </ActionButton>
        )
      }
    >
      <Loaded read={logins} height={120}>
        {(list) => (
          <Table
            label={t('logins.title')}
            rows={list}
            keyOf={(row) => row.id}
            columns={[
              { title: t('logins.at'), cell: (row) => <Time at={row.at} /> },
              { title: t('logins.from'), cell: (row) => row.from ?? '–' },
              { title: t('logins.agent'), cell: (row) => row.agent ?? '–', wide: true },
              {
                title: t('logins.until'),
                cell: (row) => (row.until ? <Time at={row.until} /> : '–'),
              },
              {
                title: t('actions'),
                hideTitle: true,
                cell: (row) =>
                  row.current ? (
                    t('logins.current')
                  ) : (
                    <ActionButton size="small" action={() => endLogin(row.id)}>
                      {t('logins.end')}
                    </ActionButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** Changes the password of the current account. */
export function OwnPassword() {
  const { t } = useTranslation('staff');
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useStaffAction(async () => {
    await changePassword(current, next);
    setCurrent('');
    setNext('');
    notifyDone(t('password.done'));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change.run();
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <p className={form.dim}>{t('password.text')}</p>
      <Field
        label={t('password.current')}
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <NewPassword value={next} onChange={setNext} />
      <ActionError error={change.error} />
      <div className={form.actions}>
        <Button type="submit" size="small" busy={change.busy}>
          {t('password.submit')}
        </Button>
      </div>
    </form>
  );
}
