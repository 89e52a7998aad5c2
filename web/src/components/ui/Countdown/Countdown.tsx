import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitDuration } from '@/lib/format/date';
import css from './Countdown.module.css';

export interface CountdownProps {
  /** The end time: milliseconds since 1970. */
  until: number;
  /** Called once at the end time. */
  onEnd?(): void;
}

/** The days, hours, minutes and seconds until a time, updated every second. */
export function Countdown({ until, onEnd }: CountdownProps) {
  const { t } = useTranslation('common');
  const [now, setNow] = useState(Date.now);
  const ended = now >= until;

  useEffect(() => {
    if (ended) {
      onEnd?.();
      return;
    }
    const id = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(id);
  }, [ended, onEnd]);

  const { days, hours, minutes, seconds } = splitDuration(until - now);
  const pad = (value: number) => String(value).padStart(2, '0');
  return (
    <span className={css.countdown} role="timer">
      {days > 0 && <span className={css.part}>{t('countdown.days', { count: days })}</span>}
      <span className={css.time}>
        <span className={css.part}>{pad(hours)}</span>
        <span className={css.part}>{pad(minutes)}</span>
        <span className={css.part}>{pad(seconds)}</span>
      </span>
    </span>
  );
}
