import type { ReactNode } from 'react';
import css from './PanelSection.module.css';

export interface PanelSectionProps {
  title: string;
  /** Shown at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of the panel. */
export function PanelSection({ title, aside, children }: PanelSectionProps) {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h3 className={css.title}>{title}</h3>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** A row of small buttons. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}

/** The error of the mock. */
export function ErrorText({ text }: { text: string }) {
  return text ? (
    <p className={css.error} role="alert">
      {text}
    </p>
  ) : null;
}
