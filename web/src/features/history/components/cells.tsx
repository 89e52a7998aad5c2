import { useFormat } from '@/lib/format';
import css from './cells.module.css';

/** What a row is about, and what it is about more closely. */
export function TwoLines({ main, dim }: { main: string; dim?: string }) {
  return (
    <span className={css.two}>
      <span className={css.main}>{main}</span>
      {dim && <span className={css.dim}>{dim}</span>}
    </span>
  );
}

/** When a row happened. `at` is a wire date. */
export function When({ at }: { at: string }) {
  return <span className={css.nowrap}>{useFormat().date(at)}</span>;
}
