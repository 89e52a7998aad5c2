import { useTranslation } from 'react-i18next';
import { classes } from '@/components/ui/classes';
import { cashType } from '@/contracts/constants';
import { useFormat } from '@/lib/format/useFormat';
import type { TrackedPayment } from '@/lib/payments/tracked';
import css from './Timeline.module.css';

type Progress = 'done' | 'current' | 'failed' | 'todo';

/** The way of a payment: sent, at the provider, credited or refused; each with its time once it is known. */
export function Timeline({ payment }: { payment: TrackedPayment }) {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const { type, state, at, settledAt } = payment;
  const key = type === cashType.deposit ? 'deposit' : 'withdraw';
  const open = state === 'unknown' || state === 'waiting';
  const end = open ? 'upcoming' : state;
  const steps: { name: string; progress: Progress; time?: number }[] = [
    { name: t('timeline.sent'), progress: 'done', time: at },
    { name: t(`timeline.${key}.provider`), progress: open ? 'current' : 'done' },
    {
      name: t(`timeline.${key}.${end}`),
      progress: open ? 'todo' : state === 'approved' ? 'done' : 'failed',
      time: settledAt,
    },
  ];
  return (
    <ol className={css.timeline} aria-label={t('timeline.label')}>
      {steps.map(({ name, progress, time }) => (
        <li
          key={name}
          className={classes(css.step, css[progress])}
          aria-current={progress === 'current' ? 'step' : undefined}
        >
          <span>{name}</span>
          {time !== undefined && <time>{format.date(new Date(time))}</time>}
        </li>
      ))}
    </ol>
  );
}
