import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useNow } from '@/lib/clock';
import css from './SessionReminder.module.css';

const secondMs = 1000;

export interface InactivityDialogProps {
  /** When the session ends: milliseconds since 1970. */
  endsAt: number;
  onStay(): void;
  onLogout(): void;
  /** Called when the time is over. */
  onEnd(): void;
}

/** The dialog of InactivityWarning: a count-down, and the choice to stay or to log out. Closing it means to stay. */
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
