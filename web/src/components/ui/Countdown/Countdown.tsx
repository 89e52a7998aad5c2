import { useEffect, useState } from 'react';
import { splitDuration } from '@/lib/format/date';
import { formatNumber } from '@/lib/format/number';
import { useLanguage } from '@/lib/i18n/language';
import css from './Countdown.module.css';

export interface CountdownProps {
  /** The end time: milliseconds since 1970. */
  until: number;
  /** Called at the end time. */
  onEnd?(): void;
}

/** The time until an end: days, hours, minutes, and seconds within the last day. */
export function Countdown({ until, onEnd }: CountdownProps) {
  const { language } = useLanguage();
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
  const parts =
    days > 0
      ? { day: days, hour: hours, minute: minutes }
      : { hour: hours, minute: minutes, second: seconds };
  return (
    <span className={css.countdown} role="timer">
      {Object.entries(parts).map(([unit, value]) => (
        <span key={unit} className={css.part}>
          {formatNumber(value, language, {
            style: 'unit',
            unit,
            unitDisplay: 'short',
            minimumIntegerDigits: unit === 'day' ? 1 : 2,
          })}
        </span>
      ))}
    </span>
  );
}
