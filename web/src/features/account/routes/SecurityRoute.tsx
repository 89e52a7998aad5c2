import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { Button, PageTitle } from '@/components/ui';
import { supports } from '@/lib/bootstrap';
import { usePageTitle } from '@/lib/page';
import { useSession } from '@/lib/session';
import { useAction } from '@/lib/swr';
import { Authenticator } from '../components/Authenticator';
import { FactorChoice } from '../components/FactorChoice';
import { LoginHistory } from '../components/LoginHistory';
import { PasswordForm } from '../components/PasswordForm';
import { SmsCard } from '../components/SmsCard';
import css from './SecurityRoute.module.css';

/** Password, second factors and login history (spec §2, "account security"). */
export function SecurityRoute() {
  const { t } = useTranslation('account');
  usePageTitle(t('security.title'));
  return (
    <>
      <PageTitle>{t('security.title')}</PageTitle>
      <div className={css.page}>
        {supports('user/two_auth_type') && <FactorChoice />}
        {supports('user/check_user_ga') && <Authenticator />}
        {supports('user/sms_send') && <SmsCard />}
        {supports('user/pass_change') && <PasswordForm />}
        {supports('user/login_history') && <LoginHistory />}
        <LogoutPanel />
      </div>
    </>
  );
}

/** Logs out. The contract ends this session only; a new password ends the others, as the text explains. */
function LogoutPanel() {
  const { t } = useTranslation('account');
  const { session } = useSession();
  const { run, busy } = useAction(() => session.logout());
  return (
    <Panel
      icon={<IconLogout size={22} className="rtl-flip" />}
      title={t('out.title')}
      text={t('out.text')}
    >
      <Button variant="danger" busy={busy} onClick={() => void run()}>
        {t('out.button')}
      </Button>
    </Panel>
  );
}
