import { useFormat } from '@/lib/format';
import css from './cells.module.css';

/** A cell with a title and details. */
export function TwoLines({ main, dim }: { main: string; dim?: string }) {
  return (
    <span className={css.two}>
      <span className={css.main}>{main}</span>
      {dim && <span className={css.dim}>{dim}</span>}
    </span>
  );
}

/** A cell with date and time. `at` is a wire date. */
export function When({ at }: { at: string }) {
  return <span className={css.nowrap}>{useFormat().date(at)}</span>;
}
