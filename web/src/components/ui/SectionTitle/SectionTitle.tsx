import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classes } from '../classes';
import css from './SectionTitle.module.css';

export interface SectionTitleProps {
  children: ReactNode;
  /** Where everything of the row is. */
  allTo?: string;
  id?: string;
  /** Something at the other end of the line: filters, a button. */
  aside?: ReactNode;
}

/** A row's title with its "all" link on one baseline. */
export function SectionTitle({ children, allTo, id, aside }: SectionTitleProps) {
  const { t } = useTranslation('common');
  return (
    <div className={css.head}>
      <h2 id={id} className={css.title}>
        {children}
      </h2>
      {aside}
      {allTo && (
        <Link className={css.all} to={allTo}>
          {t('section.all')}
          <span className="visually-hidden"> {children}</span>
        </Link>
      )}
    </div>
  );
}

/** The one main title of a page. */
export function PageTitle({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={css.head}>
      <h1 className={classes(css.title, css.page)}>{children}</h1>
      {aside}
    </div>
  );
}

export interface SectionProps {
  title: ReactNode;
  allTo?: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page, at the page's rhythm. */
export function Section({ title, allTo, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <SectionTitle id={id} allTo={allTo} aside={aside}>
        {title}
      </SectionTitle>
      {children}
    </section>
  );
}
