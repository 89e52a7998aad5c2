import { useFormat } from '@/lib/format/useFormat';
import css from './cells.module.css';

export interface TitleCellProps {
  title: string;
  details?: string;
  /** Has its own line. */
  note?: string;
}

/** A cell with a title, details and a note. */
export function TitleCell({ title, details, note }: TitleCellProps) {
  return (
    <span className={css.cell}>
      <span className={css.title}>{title}</span>
      {details && <span className={css.details}>{details}</span>}
      {note && <span className={css.note}>{note}</span>}
    </span>
  );
}

/** A cell with date and time. `date` is a wire date. */
export function DateCell({ date }: { date: string }) {
  return <span className={css.nowrap}>{useFormat().date(date)}</span>;
}
