import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { systemClock } from '@/lib/clock';
import { startSessionReminder } from '@/lib/reminders/sessionReminder';
import { usePlayer } from '@/lib/session/useSession';
import css from './SessionReminder.module.css';

/** Reminds a player of the length of the session, at the interval set on the limits page. */
export function SessionReminder() {
  const player = usePlayer()?.profile.uid;
  return player === undefined ? null : <ReminderTimer key={player} player={player} />;
}

function ReminderTimer({ player }: { player: string }) {
  const [minutes, setMinutes] = useState<number>();
  useEffect(() => startSessionReminder(systemClock, player, setMinutes), [player]);
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
