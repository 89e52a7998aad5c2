import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { systemClock } from '@/lib/clock';
import { startSessionReminder } from '@/lib/reminders/sessionReminder';
import { usePlayer } from '@/lib/session/useSession';
import css from './SessionReminder.module.css';

/** Reminds a player of the time they have been here, as often as they have set it on the limits page. */
export function SessionReminder() {
  const player = usePlayer()?.profile.uid;
  return player === undefined ? null : <Watch key={player} player={player} />;
}

function Watch({ player }: { player: string }) {
  const [minutes, setMinutes] = useState<number>();
  useEffect(() => startSessionReminder(systemClock, player, setMinutes), [player]);
  if (minutes === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Reminder minutes={minutes} onClose={() => setMinutes(undefined)} />
    </Suspense>
  );
}

function Reminder({ minutes, onClose }: { minutes: number; onClose(): void }) {
  const { t } = useTranslation('account');
  return (
    <Dialog open title={t('reminder.title')} onClose={onClose}>
      <div className={css.reminder}>
        <p>{t('reminder.text', { count: minutes })}</p>
        <Button variant="primary" wide onClick={onClose}>
          {t('reminder.stay')}
        </Button>
        <ButtonLink variant="quiet" wide to={paths.profileLimits.to()} onClick={onClose}>
          {t('reminder.change')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
