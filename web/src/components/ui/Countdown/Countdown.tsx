import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitDuration } from '@/lib/format/date';
import css from './Countdown.module.css';

export interface CountdownProps {
  /** The moment it runs to: milliseconds since 1970. */
  until: number;
  /** Called once when the moment has come. */
  onEnd?(): void;
}

/** Days, hours, minutes and seconds to a moment, every second. */
export function Countdown({ until, onEnd }: CountdownProps) {
  const { t } = useTranslation('common');
  const [now, setNow] = useState(Date.now);
  const over = now >= until;

  useEffect(() => {
    if (over) {
      onEnd?.();
      return;
    }
    const id = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(id);
  }, [over, onEnd]);

  const { days, hours, minutes, seconds } = splitDuration(until - now);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <span className={css.countdown} role="timer">
      {days > 0 && <span className={css.part}>{t('countdown.days', { count: days })}</span>}
      <span className={css.part}>{two(hours)}</span>
      <span className={css.part}>{two(minutes)}</span>
      <span className={css.part}>{two(seconds)}</span>
    </span>
  );
}
