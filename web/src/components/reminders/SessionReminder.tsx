import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { systemClock } from '@/lib/clock';
import { endSessionTime, startSessionReminder } from '@/lib/reminders/sessionReminder';
import { siteSession } from '@/lib/session/site';
import { usePlayer } from '@/lib/session/useSession';
import css from './SessionReminder.module.css';

/** Reminds a player of the length of the session, at the interval set on the limits page. */
export function SessionReminder() {
  // The user name outlasts a silent renewal of the session, which seals the uid anew.
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
