import { useState } from 'react';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useFormat } from '@/lib/format/useFormat';
import { answerNewDevice, type NewDeviceLogin } from '@/lib/newDevice/newDevice';
import { paths } from '@/lib/paths/paths';
import { LogoutEverywhere } from './Devices';
import css from './NewDeviceNotice.module.css';

/** Shows a login from a new device until the player answers. */
export function NewDeviceNotice({ username, login }: { username: string; login: NewDeviceLogin }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const [protecting, setProtecting] = useState(false);
  const answer = () => answerNewDevice(username);
  return (
    <section className={css.notice} aria-label={t('newDevice.title')}>
      <IconShieldExclamation size={28} aria-hidden="true" className={css.icon} />
      <div className={css.text}>
        <p className={css.title}>{t('newDevice.title')}</p>
        <p>{t('newDevice.text', { time: format.date(new Date(login.at)) })}</p>
      </div>
      <div className={css.actions}>
        <Button size="small" onClick={answer}>
          {t('newDevice.mine')}
        </Button>
        <Button size="small" variant="danger" onClick={() => setProtecting(true)}>
          {t('newDevice.notMine')}
        </Button>
      </div>
      <Dialog
        open={protecting}
        onClose={() => setProtecting(false)}
        title={t('newDevice.protectTitle')}
      >
        <div className={css.protect}>
          <p>{t('newDevice.protectText')}</p>
          {supports('user/pass_change') && (
            <ButtonLink
              variant="primary"
              fullWidth
              to={paths.profileSecurity.to()}
              onClick={answer}
            >
              {t('newDevice.password')}
            </ButtonLink>
          )}
          {supports('user/logout_all') && <LogoutEverywhere />}
        </div>
      </Dialog>
    </section>
  );
}
