import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { ActionButton } from '../components/ActionButton';
import { Field } from '@/components/ui/Field/Field';
import formCss from '../components/Form.module.css';
import { NewPassword } from '../components/NewPassword';
import { Panel } from '@/components/ui/Panel/Panel';
import { ActionError, Loaded } from '../components/States';
import { Table } from '../components/Table';
import { Time } from '../components/Time';
import { changePassword, endLogin } from '../api/account';
import { useMe } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { useStaffAction } from '../api/useStaffAction';
import { OwnAuthenticator } from '../components/OwnAuthenticator';
import { Page } from '../components/Page';
import { Preferences } from '../components/Preferences';
import { RoleList } from '../components/RoleList';
import { useNotify } from '../hooks/useNotify';
import css from './OwnAccountRoute.module.css';

/** One's own account: roles, password, authenticator, logins, language and colour mode. */
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
        <Panel dense title={t('password.title')}>
          <OwnPassword />
        </Panel>
        <Panel dense title={t('authenticator.title')}>
          <OwnAuthenticator />
        </Panel>
      </div>
      <OwnLogins />
    </Page>
  );
}

/** Changes one's password. */
export function OwnPassword() {
  const { t } = useTranslation('staff');
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const notify = useNotify();
  const change = useStaffAction(async () => {
    await changePassword(current, next);
    setCurrent('');
    setNext('');
    notify.done(t('password.done'));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change.run();
  };
  return (
    <form className={formCss.form} onSubmit={submit}>
      <p className={formCss.dim}>{t('password.text')}</p>
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
      <div className={formCss.actions}>
        <Button type="submit" size="small" busy={change.busy}>
          {t('password.submit')}
        </Button>
      </div>
    </form>
  );
}

/** One's own logins; each but this one can be ended. */
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
