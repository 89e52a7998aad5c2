import { useTranslation } from 'react-i18next';
import { IconDeviceMobileMessage, IconHistory, IconUser, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useForm } from '@/components/forms/useForm';
import { PasswordField, PasswordMeter } from '@/components/password/PasswordField';
import { Panel } from '@/components/ui/Panel/Panel';
import { RecordPages } from '@/components/records/RecordPages';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { useUserSmsSend, useUserPassChange } from '@/contracts/hooks/user';
import { useUserLoginHistoryPages } from '@/contracts/hooks/pages';
import type { LoginRecord } from '@/contracts/types';
import { CodeStep } from '@/features/account/components/CodeStep';
import formCss from '@/features/account/components/Form.module.css';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { useProfile } from '@/lib/player/player';
import { useSession } from '@/lib/session/useSession';
import { toastSuccess, toastFailure } from '@/lib/toast/store';
import { verifySmsCode } from '../api/security';
import { Authenticator } from '../components/Authenticator';
import { Devices } from '../components/Devices';
import { FactorChoice } from '../components/FactorChoice';
import { validatesPassword } from '../model/validation';
import css from './SecurityRoute.module.css';

/** Second factors, link to user name and email address, devices, password and login history. */
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

/** Leads to the page that changes user name and email address. */
function IdentityCard() {
  const { t } = useTranslation('account');
  return (
    <Panel
      icon={<IconUser size={22} />}
      title={t('security.identity.title')}
      text={t('security.identity.text')}
      aside={
        <ButtonLink size="small" to={paths.profile.to()}>
          {t('security.identity.go')}
        </ButtonLink>
      }
    />
  );
}

/** Verifies the profile's phone number with an SMS code. */
function SmsCard() {
  const { t } = useTranslation('account');
  const { data: profile } = useProfile();
  const [expires, setExpires] = useState<number>();
  const { run, busy } = useUserSmsSend({ onSuccess: (sent) => setExpires(sent.expires) });
  const done = () => {
    toastSuccess(t('sms.done'));
    setExpires(undefined);
  };
  return (
    <Panel icon={<IconDeviceMobileMessage size={22} />} title={t('sms.title')} text={t('sms.text')}>
      <div className={formCss.form}>
        {expires !== undefined && (
          <>
            <p className={formCss.text} role="status">
              {t('sms.sent', { count: Math.ceil(expires / 60) })}
            </p>
            <CodeStep label={t('sms.code')} verify={verifySmsCode} onVerified={done} />
          </>
        )}
        <div className={formCss.actions}>
          <Button busy={busy} onClick={() => void run()}>
            <span>{t(expires === undefined ? 'sms.send' : 'sms.again')}</span>
            {profile && <bdi dir="ltr">{profile.phone}</bdi>}
          </Button>
          {expires !== undefined && (
            <Button variant="subtle" onClick={() => setExpires(undefined)}>
              {t('cancel')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** The device types with a translated name. Others appear as the platform sends them. */
const deviceTypes = ['desktop', 'mobile', 'tablet'] as const;
const isDeviceType = (device: string): device is (typeof deviceTypes)[number] =>
  deviceTypes.some((type) => type === device);

/** The player's logins of the last seven days. */
function LoginHistory() {
  const { t } = useTranslation('account');
  return (
    <Panel icon={<IconHistory size={22} />} title={t('logins.title')} text={t('logins.text')}>
      <div className={css.list}>
        <Logins />
      </div>
    </Panel>
  );
}

function Logins() {
  const { t } = useTranslation(['account', 'common']);
  const format = useFormat();
  const deviceName = (device: string) =>
    isDeviceType(device) ? t(`logins.kind.${device}`) : device;
  const columns: Column<LoginRecord>[] = [
    { title: t('logins.at'), cell: (row) => format.date(row.created_at) },
    {
      title: t('logins.device'),
      phone: 'title',
      cell: (row) => deviceName(row.device),
    },
    { title: t('logins.ip'), cell: (row) => <bdi>{row.uip}</bdi> },
    {
      title: t('logins.outcome'),
      end: true,
      phone: 'amount',
      cell: (row) => (
        <Badge tone={row.success ? 'positive' : 'negative'}>
          {t(row.success ? 'logins.good' : 'logins.failed')}
        </Badge>
      ),
    },
  ];
  return (
    <RecordPages list={useUserLoginHistoryPages()}>
      {(items) => (
        <DataList
          caption={t('logins.title')}
          columns={columns}
          items={items}
          keyOf={(row) => `${row.created_at} ${row.uip}`}
        />
      )}
    </RecordPages>
  );
}

const initialValues = { password: '', new_password: '', new_password_confirm: '' };

/** Sets a new password and logs out, because the platform then ends every session. */
function PasswordForm() {
  const { t } = useTranslation(['account', 'errors']);
  const navigate = useNavigate();
  const { session } = useSession();
  const form = useForm({ initialValues, validate: validatesPassword(t) });
  const { run, busy, error } = useUserPassChange({
    suppressToast: true,
    onSuccess: async () => {
      toastSuccess(t('password.changed'));
      await session.endLocally();
      void navigate(paths.login.to());
    },
    onError: async ({ reason, field, message, requestId }) => {
      const text = message || t('errors:failure');
      form.refuse(field, text);
      if (reason !== 'session-expired') toastFailure(text, requestId);
      // The platform may have changed the password and ended every session.
      if (reason === 'outcome-unknown') await session.endLocally();
      if (reason === 'session-expired' || reason === 'outcome-unknown')
        void navigate(paths.login.to());
    },
  });
  const showError = error && error.reason !== 'session-expired' && !form.hasField(error.field);
  return (
    <Panel icon={<IconLock size={22} />} title={t('password.title')} text={t('password.text')}>
      <form
        className={formCss.form}
        noValidate
        onSubmit={form.onSubmit((values) => void run(values))}
      >
        <PasswordField
          autoComplete="current-password"
          {...form.field('password', t('password.old'))}
        />
        <PasswordField
          autoComplete="new-password"
          {...form.field('new_password', t('password.new'))}
        />
        <PasswordMeter password={form.getValues().new_password} />
        <PasswordField
          autoComplete="new-password"
          {...form.field('new_password_confirm', t('password.confirm'))}
        />
        {showError && (
          <p className={formCss.error} role="alert">
            {error.message || t('errors:failure')}
          </p>
        )}
        <div className={formCss.actions}>
          <Button type="submit" variant="primary" busy={busy}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
