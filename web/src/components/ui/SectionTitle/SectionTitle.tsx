import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isOffered } from '@/lib/bootstrap/bootstrap';
import { classes } from '../classes';
import css from './SectionTitle.module.css';

export interface SectionTitleProps {
  children: ReactNode;
  /** The page that lists all items of the section. */
  allTo?: string;
  id?: string;
  /** Content at the end of the line: filters or a button. */
  aside?: ReactNode;
}

/** The title of a section with its "all" link. */
export function SectionTitle({ children, allTo, id, aside }: SectionTitleProps) {
  const { t } = useTranslation('common');
  return (
    <div className={css.head}>
      <h2 id={id} className={css.title}>
        {children}
      </h2>
      {aside}
      {allTo && isOffered(allTo) && (
        <Link className={css.all} to={allTo}>
          {t('section.all')}
          <span className="visually-hidden"> {children}</span>
        </Link>
      )}
    </div>
  );
}

/** The main title of a page. Each page has one. */
export function PageTitle({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={classes(css.head, css.pageHead)}>
      <h1 className={classes(css.title, css.page)}>{children}</h1>
      {aside}
    </div>
  );
}

export interface SectionProps {
  /** Unset if the content has its own title. */
  title?: ReactNode;
  allTo?: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of a page, usually with a title. */
export function Section({ title, allTo, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={title ? id : undefined}>
      {title && (
        <SectionTitle id={id} allTo={allTo} aside={aside}>
          {title}
        </SectionTitle>
      )}
      {children}
    </section>
  );
}
