import { useId, useState, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import css from './Panel.module.css';

export interface PanelProps {
  title?: ReactNode;
  /** Actions or a state at the end of the title's line. */
  aside?: ReactNode;
  /** The content reaches the edges, as a table does. */
  flush?: boolean;
  /** Shows the title only, until it is opened. */
  folded?: boolean;
  className?: string;
  children: ReactNode;
}

/** A surface with a title. */
export function Panel({ title, aside, flush, folded, className, children }: PanelProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const body = <div className={flush ? css.flush : css.body}>{children}</div>;
  if (folded)
    return (
      <details
        className={classes(css.panel, className)}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className={css.summary}>
          <h2 className={css.title}>{title}</h2>
        </summary>
        {open && body}
      </details>
    );
  return (
    <section className={classes(css.panel, className)} aria-labelledby={title ? id : undefined}>
      {title && (
        <div className={css.head}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {aside}
        </div>
      )}
      {body}
    </section>
  );
}
