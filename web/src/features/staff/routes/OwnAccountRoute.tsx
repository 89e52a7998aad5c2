import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { useMe } from '../api/login';
import { RoleList } from '../components/Accounts';
import { Preferences } from '../components/Navigation';
import { OwnAuthenticator, OwnLogins, OwnPassword } from '../components/OwnAccount';
import { Page } from '../components/Page';
import css from './OwnAccountRoute.module.css';

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
