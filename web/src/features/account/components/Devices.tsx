import { useState } from 'react';
import { IconDevices, IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Confirmation } from '@/components/confirmation/Confirmation';
import { Panel } from '@/components/ui/Panel/Panel';
import { Button } from '@/components/ui/Button/Button';
import { Badge } from '@/components/ui/Chip/Chip';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { useUserLogoutAll, useUserSessions } from '@/contracts/hooks/user';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import type { DeviceSession } from '@/lib/newDevice/newDevice';
import { paths } from '@/lib/paths/paths';
import { useSession } from '@/lib/session/useSession';
import { stored } from '@/lib/storage/stored';
import { useAction } from '@/lib/swr/useAction';
import { toastSuccess } from '@/lib/toast/store';
import css from './Devices.module.css';

/** Lists the player's active sessions and logs out here or everywhere. */
export function Devices() {
  const { t } = useTranslation('account');
  const { session } = useSession();
  const { run, busy } = useAction(() => session.logout());
  return (
    <Panel icon={<IconDevices size={22} />} title={t('devices.title')} text={t('devices.text')}>
      {supports('user/sessions') && <Sessions />}
      <div className={css.actions}>
        <Button busy={busy} onClick={() => void run()}>
          <IconLogout size={20} className="rtl-flip" aria-hidden="true" />
          {t('devices.logout')}
        </Button>
        {supports('user/logout_all') && <LogoutEverywhere />}
      </div>
    </Panel>
  );
}

function Sessions() {
  const { t } = useTranslation('account');
  const { data, error, reload } = useUserSessions();
  if (!data)
    return error ? <ErrorState error={error} onRetry={reload} /> : <ListSkeleton count={2} />;
  if (data.length === 0) return <EmptyState title={t('devices.none')} />;
  return (
    <ul className={css.sessions}>
      {data.map((item) => (
        <Session key={item.id} session={item} />
      ))}
    </ul>
  );
}

const isPhone = (device: string) => /android|ios|iphone|ipad/i.test(device);

function Session({ session }: { session: DeviceSession }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const DeviceIcon = isPhone(session.device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={css.session}>
      <DeviceIcon size={24} aria-hidden="true" />
      <div className={css.about}>
        <p className={css.device}>
          <bdi>{deviceName(session.device, t('devices.unknown'))}</bdi>
          {session.current && <Badge tone="positive">{t('devices.current')}</Badge>}
          {session.new_device && !session.current && (
            <Badge tone="warning">{t('devices.new')}</Badge>
          )}
        </p>
        <p className={css.detail}>
          <span>{t('devices.since', { time: format.date(session.since) })}</span>
          {session.address !== '' && <bdi dir="ltr">{session.address}</bdi>}
        </p>
      </div>
    </li>
  );
}

/** Shortens "Chrome 120 on Android" to "Chrome 120 · Android", which needs no translation. */
const deviceName = (device: string, unknown: string): string =>
  device === '' ? unknown : device.replace(' on ', ' · ');

/** Ends every session of the player after a confirmation and leads to the home page. */
export function LogoutEverywhere() {
  const { t } = useTranslation('account');
  const { session } = useSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { run, busy, error } = useUserLogoutAll({
    suppressToast: true,
    onSuccess: async () => {
      await session.logout();
      // The revocation may reach this page first and store a return address for the next login.
      stored.remove('returnUrl');
      void navigate(paths.home.to(), { replace: true });
      toastSuccess(t('devices.done'));
    },
  });
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('devices.everywhere')}
      </Button>
      {asking && (
        <Confirmation
          title={t('devices.confirmTitle')}
          start={t('devices.everywhere')}
          busy={busy}
          error={error}
          onStart={() => void run()}
          cancel={t('cancel')}
          onClose={() => setAsking(false)}
        >
          <p>{t('devices.confirmText')}</p>
        </Confirmation>
      )}
    </>
  );
}
