import { useState } from 'react';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Button } from '@/components/ui/Button/Button';
import { useUserSmsSend } from '@/contracts/hooks/user';
import { useProfile } from '@/lib/player/useProfile';
import { toastSuccess } from '@/lib/toast/store';
import { verifySmsCode } from '../api/security';
import { CodeStep } from './CodeStep';
import css from './Form.module.css';

/** Verifies the profile's phone number with an SMS code. */
export function SmsCard() {
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
      <div className={css.form}>
        {expires !== undefined && (
          <>
            <p className={css.text} role="status">
              {t('sms.sent', { count: Math.ceil(expires / 60) })}
            </p>
            <CodeStep label={t('sms.code')} verify={verifySmsCode} onVerified={done} />
          </>
        )}
        <div className={css.actions}>
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
