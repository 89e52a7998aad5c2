import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Cover } from '@/components/ui/Image/Cover';
import { classes } from '@/components/ui/classes';
import css from './OfferCard.module.css';

export interface OfferCardProps {
  to: string;
  image: string;
  title: string;
  /** Shown over the image, for example the remaining time. */
  badge?: ReactNode;
  summary?: ReactNode;
  footer?: ReactNode;
  /** Dims the card of a finished offer. */
  finished?: boolean;
  /** Loads the image eagerly, for tiles above the fold. */
  eager?: boolean;
}

/** A promotion or tournament in a list; the whole card is a link. */
export function OfferCard({
  to,
  image,
  title,
  badge,
  summary,
  footer,
  finished,
  eager,
}: OfferCardProps) {
  return (
    <article className={classes(css.card, finished && css.finished)}>
      <div className={css.image}>
        <Cover src={image} width={1680} height={720} eager={eager} />
        {badge && <span className={css.badge}>{badge}</span>}
      </div>
      <div className={css.body}>
        <h2 className={css.title}>
          <Link className={css.link} to={to}>
            {title}
          </Link>
        </h2>
        {summary && <p className={css.summary}>{summary}</p>}
        {footer && <div className={css.footer}>{footer}</div>}
      </div>
    </article>
  );
}
