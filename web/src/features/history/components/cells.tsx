import { useFormat } from '@/lib/format';
import css from './cells.module.css';

/** A cell with a title and details. */
export function TitleCell({ title, details }: { title: string; details?: string }) {
  return (
    <span className={css.cell}>
      <span className={css.title}>{title}</span>
      {details && <span className={css.details}>{details}</span>}
    </span>
  );
}

/** A cell with date and time. `date` is a wire date. */
export function DateCell({ date }: { date: string }) {
  return <span className={css.nowrap}>{useFormat().date(date)}</span>;
}
