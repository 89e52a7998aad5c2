import type { ReactNode } from 'react';
import css from './Part.module.css';

export interface PartProps {
  title: string;
  /** Shown at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of the panel. */
export function Part({ title, aside, children }: PartProps) {
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h3 className={css.title}>{title}</h3>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** A row of small buttons. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}

/** The error of the mock. */
export function Refused({ text }: { text: string }) {
  return text ? (
    <p className={css.refused} role="alert">
      {text}
    </p>
  ) : null;
}
