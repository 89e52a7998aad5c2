import { useId, useState, type ReactNode } from 'react';
import { classes } from '../classes';
import { SectionErrors } from '../SectionErrors/SectionErrors';
import css from './Panel.module.css';

export interface PanelProps {
  title?: ReactNode;
  /** One sentence under the title. */
  text?: string;
  icon?: ReactNode;
  /** Content at the end of the title's line, such as a badge, a button or a state. */
  aside?: ReactNode;
  /** Smaller, with a border, for the console. */
  dense?: boolean;
  /** The content reaches the edges, as a table does. For dense panels only. */
  flush?: boolean;
  /** Shows only the title until it is opened. For dense panels only. */
  folded?: boolean;
  children?: ReactNode;
}

/** A card with a title. */
export function Panel(props: PanelProps) {
  const { title, text, icon, aside, dense, flush, folded, children } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const name = classes(css.panel, dense && css.dense, flush && css.flush);
  const heading = (
    <h2 id={id} className={css.title}>
      {title}
    </h2>
  );
  if (folded)
    return (
      <details className={name} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={css.summary}>{heading}</summary>
        {open && <SectionErrors>{children}</SectionErrors>}
      </details>
    );
  return (
    <section className={name} aria-labelledby={title ? id : undefined} tabIndex={-1}>
      {title && (
        <div className={css.head}>
          {icon && (
            <span className={css.icon} aria-hidden="true">
              {icon}
            </span>
          )}
          <div className={css.heading}>
            {heading}
            {text && <p className={css.text}>{text}</p>}
          </div>
          {aside}
        </div>
      )}
      <SectionErrors>{children}</SectionErrors>
    </section>
  );
}
