import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { useAction } from '@/lib/swr/useAction';
import { useShownError } from '../hooks/useShownError';
import { FormError, FormNotice } from './AuthCard';

/** The wait before the player can request another code, in milliseconds. */
const resendAfterMs = 60_000;

interface MessageSenderProps {
  /** The component sends a code at once, and a mail on request. */
  kind: 'code' | 'mail';
  send(): Promise<unknown>;
}

/** Sends a code or a mail to the player, and another one on request after a wait. */
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

/** Returns the seconds left of a wait, updated every second, and a function that starts a wait. */
function useSecondsLeft(): [secondsLeft: number, begin: (milliseconds: number) => void] {
  const [{ now, until }, setTimes] = useState({ now: 0, until: 0 });
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const id = setInterval(() => setTimes({ now: Date.now(), until }), 1000);
    return () => clearInterval(id);
  }, [isOver, until]);
  const begin = (milliseconds: number) =>
    setTimes({ now: Date.now(), until: Date.now() + milliseconds });
  return [Math.max(0, Math.ceil((until - now) / 1000)), begin];
}
