import { useTranslation } from 'react-i18next';
import { Page } from '../components/Page';
import { Panel } from '@/components/ui/Panel/Panel';
import { OwnAuthenticator } from '../components/OwnAuthenticator';
import { OwnLogins } from '../components/OwnLogins';
import { OwnPassword } from '../components/OwnPassword';
import { Preferences } from '../components/Preferences';
import { RoleList } from '../components/RoleList';
import { useMe } from '../api/useLogin';
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
