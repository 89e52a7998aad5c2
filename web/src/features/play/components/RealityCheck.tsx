import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Button, ButtonLink, Dialog, Money } from '@/components/ui';
import { readReminders } from '@/lib/reminders';
import { addPlayTime, readPlayTime, type PlayTime } from '../model/playTime';
import css from './RealityCheck.module.css';

const minuteMs = 60_000;
const tickMs = 1000;

/**
 * Counts the time played and, after each hour or the interval set by the player (experience.md, "Reality
 * check"), shows the time and the net result.
 */
export function RealityCheck({ onLeave }: { onLeave(): void }) {
  const { t } = useTranslation('play');
  const [due, setDue] = useState<PlayTime>();
  const [intervalMs] = useState(() => readReminders().reality * minuteMs);
  const shownCount = useRef(Math.floor(readPlayTime().played / intervalMs));

  useEffect(() => {
    let last = Date.now();
    const id = setInterval(() => {
      const now = Date.now();
      const sum = addPlayTime({ played: now - last });
      last = now;
      const count = Math.floor(sum.played / intervalMs);
      if (count <= shownCount.current) return;
      shownCount.current = count;
      setDue(sum);
    }, tickMs);
    return () => clearInterval(id);
  }, [intervalMs]);

  if (!due) return null;
  const close = () => setDue(undefined);
  return (
    <Dialog open persistent title={t('reality.title')} onClose={close}>
      <div className={css.check}>
        <p>{t('reality.text', { count: Math.floor(due.played / minuteMs) })}</p>
        <p className={css.net}>
          <span>{t('reality.net')}</span>
          <Money amount={due.net} signed />
        </p>
        <Button variant="primary" fullWidth onClick={close}>
          {t('reality.go')}
        </Button>
        <Button
          fullWidth
          onClick={() => {
            close();
            onLeave();
          }}
        >
          {t('reality.leave')}
        </Button>
        <ButtonLink
          variant="subtle"
          fullWidth
          to={paths.info.to({ key: 'ResponsibleGaming' })}
          onClick={close}
        >
          {t('reality.help')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
