import { useId, type ReactNode } from 'react';
import css from './Panel.module.css';

export interface PanelProps {
  title?: string;
  /** One sentence under the title. */
  text?: string;
  icon?: ReactNode;
  /** At the end of the title's line: a badge, a button. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** One subject of a player's own pages, on a surface of its own. */
export function Panel({ title, text, icon, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={title ? id : undefined} tabIndex={-1}>
      {title && (
        <div className={css.head}>
          {icon && (
            <span className={css.icon} aria-hidden="true">
              {icon}
            </span>
          )}
          <div className={css.words}>
            <h2 id={id} className={css.title}>
              {title}
            </h2>
            {text && <p className={css.text}>{text}</p>}
          </div>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
