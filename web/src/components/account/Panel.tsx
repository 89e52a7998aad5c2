import { useId, type ReactNode } from 'react';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import css from './Panel.module.css';

export interface PanelProps {
  title?: string;
  /** One sentence under the title. */
  text?: string;
  icon?: ReactNode;
  /** Content at the end of the title's line: a badge or a button. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A card with a title on the account pages. */
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
          <div className={css.heading}>
            <h2 id={id} className={css.title}>
              {title}
            </h2>
            {text && <p className={css.text}>{text}</p>}
          </div>
          {aside}
        </div>
      )}
      <SectionErrors>{children}</SectionErrors>
    </section>
  );
}
