import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Spinner } from '@/components/ui';
import { useSession } from '@/lib/session';
import { useAction } from '@/lib/swr';
import { useSecondsLeft } from '../hooks/useSecondsLeft';
import { useShownError } from '../hooks/useShownError';
import { FormError } from './FormError';
import css from './TwoFactorDialog.module.css';

/** How long another code cannot be asked for: a message takes a while. Milliseconds. */
const resendAfterMs = 60_000;

/** Has a code sent to the player's phone, and another one on request after a while. */
export function SmsCodeSender() {
  const { t } = useTranslation('auth');
  const { session } = useSession();
  const [resendAt, setResendAt] = useState(0);
  const secondsLeft = useSecondsLeft(resendAt);
  const { run, busy, error } = useAction(async () => {
    await session.sendCode();
    setResendAt(Date.now() + resendAfterMs);
  });
  const shownError = useShownError(error);
  const send = useEffectEvent(() => void run());
  useEffect(() => send(), []);
  return (
    <>
      <FormError error={shownError} />
      {busy ? (
        <p className={css.verifying} role="status">
          <Spinner />
          {t('code.sending')}
        </p>
      ) : (
        <Button variant="subtle" fullWidth disabled={secondsLeft > 0} onClick={() => void run()}>
          {secondsLeft > 0 ? t('code.againIn', { seconds: secondsLeft }) : t('code.again')}
        </Button>
      )}
    </>
  );
}
