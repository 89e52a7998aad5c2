import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { Money } from '@/components/ui/Money/Money';
import { useLimitsSession } from '@/contracts/hooks/limits';
import { countedTime } from '@/lib/clock';
import { paths } from '@/lib/paths/paths';
import { addPlayTime, readPlayTime, type PlayTime } from '../model/playTime';
import css from './RealityCheck.module.css';

const minuteMs = 60_000;
const tickMs = 1000;

interface RealityCheckProps {
  /** The minutes of play between two checks. */
  minutes: number;
  onLeave(): void;
  /** Called when the game pauses for a check, and when it continues. */
  onPause(paused: boolean): void;
}

/** Counts the time played. After each interval it pauses the game and shows time and result. */
export function RealityCheck({ minutes, onLeave, onPause }: RealityCheckProps) {
  const [due, setDue] = useState<PlayTime>();
  const intervalMs = minutes * minuteMs;
  const shownAt = useRef(readPlayTime().played);
  const isOpen = due !== undefined;

  useEffect(() => {
    if (isOpen) return;
    let last = Date.now();
    const id = setInterval(() => {
      const now = Date.now();
      const sum = addPlayTime({ played: countedTime(last, now) });
      last = now;
      if (Math.floor(sum.played / intervalMs) <= Math.floor(shownAt.current / intervalMs)) return;
      shownAt.current = sum.played;
      setDue(sum);
    }, tickMs);
    return () => clearInterval(id);
  }, [intervalMs, isOpen]);
  useEffect(() => {
    onPause(isOpen);
    return () => onPause(false);
  }, [isOpen, onPause]);

  if (!due) return null;
  const close = () => setDue(undefined);
  return (
    <RealityDialog
      played={due}
      onGo={close}
      onLeave={() => {
        close();
        onLeave();
      }}
    />
  );
}

interface RealityDialogProps {
  /** Play time and result in this tab. The dialog shows the result if the platform reports none. */
  played: PlayTime;
  onGo(): void;
  onLeave(): void;
}

/** The dialog of RealityCheck: time in this tab, and stakes, wins and result since the login. */
function RealityDialog({ played, onGo, onLeave }: RealityDialogProps) {
  const { t } = useTranslation('play');
  const { data } = useLimitsSession();
  const rows = [
    { label: t('reality.stakes'), amount: data?.stakes, signed: false },
    { label: t('reality.wins'), amount: data?.wins, signed: false },
    { label: t('reality.net'), amount: data?.net ?? played.net, signed: true },
  ];
  return (
    <Dialog open persistent title={t('reality.title')} onClose={onGo}>
      <div className={css.check}>
        <p>{t('reality.text', { count: Math.floor(played.played / 60_000) })}</p>
        {rows.map(
          ({ label, amount, signed }) =>
            amount !== undefined && (
              <p key={label} className={css.net}>
                <span>{label}</span>
                <Money amount={amount} signed={signed} />
              </p>
            ),
        )}
        <Button variant="primary" fullWidth onClick={onGo}>
          {t('reality.go')}
        </Button>
        <ButtonLink fullWidth to={paths.profileHistory.to({ kind: 'games' })} onClick={onGo}>
          {t('reality.history')}
        </ButtonLink>
        <Button fullWidth onClick={onLeave}>
          {t('reality.leave')}
        </Button>
        <ButtonLink
          variant="subtle"
          fullWidth
          to={paths.info.to({ key: 'ResponsibleGaming' })}
          onClick={onGo}
        >
          {t('reality.help')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
