import { IconClock, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '@/lib/clock';
import { useFormat } from '@/lib/format/useFormat';
import { formatTimeSpan } from '../model/formatTimeSpan';
import css from './PlayTimes.module.css';

/** The time of day, and the time since the game was opened: milliseconds since 1970. */
export function PlayTimes({ startedAt }: { startedAt: number }) {
  const { t } = useTranslation('play');
  const format = useFormat();
  const now = useNow(1000);
  return (
    <div className={css.times}>
      <span className={css.time} title={t('clock')}>
        <IconClock size={16} aria-hidden="true" />
        <span className="visually-hidden">{`${t('clock')}: `}</span>
        <span>{format.date(new Date(now), 'time')}</span>
      </span>
      <span className={css.time} title={t('session')}>
        <IconHourglass size={16} aria-hidden="true" />
        <span className="visually-hidden">{`${t('session')}: `}</span>
        <span>{formatTimeSpan(Math.max(0, now - startedAt))}</span>
      </span>
    </div>
  );
}
