import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useAction } from '@/lib/swr/useAction';
import { useSecondsLeft } from '../hooks/useSecondsLeft';
import { useShownError } from '../hooks/useShownError';
import { FormError } from './FormError';
import { FormNotice } from './FormNotice';

/** How long another code cannot be asked for: a message takes a while. Milliseconds. */
const resendAfterMs = 60_000;

export interface MessageSenderProps {
  /** A code is sent at once, a mail on request. */
  kind: 'code' | 'mail';
  send(): Promise<unknown>;
}

/** Has a code or a mail sent to the player, and another one on request after a while. */
export function MessageSender({ kind, send }: MessageSenderProps) {
  const { t } = useTranslation('auth');
  const [sent, setSent] = useState(false);
  const [secondsLeft, beginWait] = useSecondsLeft();
  const waits = secondsLeft > 0;
  const again = waits ? t(`${kind}.againIn`, { seconds: secondsLeft }) : t(`${kind}.again`);
  const { run, busy, error } = useAction(async () => {
    await send();
    setSent(true);
    beginWait(resendAfterMs);
  });
  const shownError = useShownError(error);
  const start = useEffectEvent(() => kind === 'code' && void run());
  useEffect(() => void start(), []);
  return (
    <>
      <FormError error={shownError} />
      {kind === 'mail' && sent && <FormNotice text={t('mail.done')} />}
      <Button
        variant="subtle"
        fullWidth
        busy={busy}
        aria-disabled={waits}
        onClick={() => !waits && void run()}
      >
        {busy ? t(`${kind}.sending`) : again}
      </Button>
    </>
  );
}
