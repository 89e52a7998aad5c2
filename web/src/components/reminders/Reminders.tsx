import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { systemClock, useNow } from '@/lib/clock';
import { paths } from '@/lib/paths/paths';
import { endSessionTime, startSessionReminder } from '@/lib/reminders/reminders';
import { siteSession } from '@/lib/session/site';
import { usePlayer, useSession } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/store';
import css from './SessionReminder.module.css';

/** The player's reminders of the session's length, and of its end for inactivity. */
export default function Reminders() {
  return (
    <>
      <SessionReminder />
      <InactivityWarning />
    </>
  );
}

/** Asks an inactive player whether to stay, before the session ends. */
function InactivityWarning() {
  const { session } = useSession();
  const endsAt = useStore(session.warning);
  if (endsAt === undefined) return null;
  return (
    <Suspense fallback={null}>
      <InactivityDialog
        endsAt={endsAt}
        onStay={() => session.recordActivity('stay')}
        onLogout={() => void session.logout()}
        onEnd={session.checkPresence}
      />
    </Suspense>
  );
}

const secondMs = 1000;

interface InactivityDialogProps {
  /** The end of the session: milliseconds since 1970. */
  endsAt: number;
  onStay(): void;
  onLogout(): void;
  /** Called at the end of the session. */
  onEnd(): void;
}

/** The dialog of InactivityWarning with a count-down. Closing it means to stay. */
export function InactivityDialog({ endsAt, onStay, onLogout, onEnd }: InactivityDialogProps) {
  const { t } = useTranslation('reminders');
  const seconds = Math.max(0, Math.ceil((endsAt - useNow(secondMs)) / secondMs));
  const over = seconds === 0;
  useEffect(() => {
    if (over) onEnd();
  }, [over, onEnd]);
  return (
    <Dialog open title={t('inactivity.title')} onClose={onStay}>
      <div className={css.reminder}>
        <p>{t('inactivity.text')}</p>
        <p className={css.left}>
          {t('inactivity.left')}
          <strong role="timer" className={css.countdown} dir="ltr">
            {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
          </strong>
        </p>
        <Button variant="primary" fullWidth data-autofocus onClick={onStay}>
          {t('inactivity.stay')}
        </Button>
        <Button variant="subtle" fullWidth onClick={onLogout}>
          {t('inactivity.logout')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Reminds a player of the length of the session, at the interval from the limits page. */
export function SessionReminder() {
  // The user name survives a silent refresh of the session, which changes the uid.
  const username = usePlayer()?.profile.username;
  return username === undefined ? null : <ReminderTimer key={username} username={username} />;
}

function ReminderTimer({ username }: { username: string }) {
  const [minutes, setMinutes] = useState<number>();
  useEffect(() => {
    const stop = startSessionReminder(systemClock, username, setMinutes);
    return () => {
      stop();
      if (siteSession().state().phase === 'guest') endSessionTime(username);
    };
  }, [username]);
  if (minutes === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ReminderDialog minutes={minutes} onClose={() => setMinutes(undefined)} />
    </Suspense>
  );
}

/** The dialog of SessionReminder. */
export function ReminderDialog({ minutes, onClose }: { minutes: number; onClose(): void }) {
  const { t } = useTranslation('reminders');
  return (
    <Dialog open title={t('title')} onClose={onClose}>
      <div className={css.reminder}>
        <p>{t('text', { count: minutes })}</p>
        <Button variant="primary" fullWidth onClick={onClose}>
          {t('stay')}
        </Button>
        <ButtonLink variant="subtle" fullWidth to={paths.profileLimits.to()} onClick={onClose}>
          {t('change')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
