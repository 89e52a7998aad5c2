import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui';
import { useSession } from '@/lib/session';
import { useAction } from '@/lib/swr';
import { useSecondsLeft } from '../hooks/useSecondsLeft';
import { useShownError } from '../hooks/useShownError';
import { FormError } from './FormError';

/** How long another code cannot be asked for: a message takes a while. Milliseconds. */
const resendAfterMs = 60_000;

/** Has a code sent to the player's phone, and another one on request after a while. */
export function SmsCodeSender() {
  const { t } = useTranslation('auth');
  const { session } = useSession();
  const [resendAt, setResendAt] = useState(0);
  const secondsLeft = useSecondsLeft(resendAt);
  const waits = secondsLeft > 0;
  const again = waits ? t('code.againIn', { seconds: secondsLeft }) : t('code.again');
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
      <Button
        variant="subtle"
        fullWidth
        busy={busy}
        aria-disabled={waits}
        onClick={() => !waits && void run()}
      >
        {busy ? t('code.sending') : again}
      </Button>
    </>
  );
}
