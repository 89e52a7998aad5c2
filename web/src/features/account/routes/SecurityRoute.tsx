import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { supports } from '@/lib/bootstrap/supports';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { Authenticator } from '../components/Authenticator';
import { Devices } from '../components/Devices';
import { FactorChoice } from '../components/FactorChoice';
import { IdentityCard } from '../components/IdentityCard';
import { LoginHistory } from '../components/LoginHistory';
import { PasswordForm } from '../components/PasswordForm';
import { SmsCard } from '../components/SmsCard';
import css from './SecurityRoute.module.css';

/** Second factors, the way to user name and e-mail address, devices, password and login history (spec §2, "account security"). */
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
        {supports('user/update_profile') && <IdentityCard />}
        <Devices />
        {supports('user/pass_change') && <PasswordForm />}
        {supports('user/login_history') && <LoginHistory />}
      </div>
    </>
  );
}
