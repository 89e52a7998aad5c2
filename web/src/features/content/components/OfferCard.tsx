import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classes, Cover } from '@/components/ui';
import css from './OfferCard.module.css';

export interface OfferCardProps {
  to: string;
  image: string;
  title: string;
  /** Shown over the image, for example the remaining time. */
  mark?: ReactNode;
  summary?: ReactNode;
  foot?: ReactNode;
  /** Dims the card of a finished offer. */
  over?: boolean;
  /** Loads the image eagerly, for tiles above the fold. */
  eager?: boolean;
}

/** A promotion or tournament in a list; the whole card is a link. */
export function OfferCard({ to, image, title, mark, summary, foot, over, eager }: OfferCardProps) {
  return (
    <article className={classes(css.card, over && css.over)}>
      <div className={css.picture}>
        <Cover src={image} width={1680} height={720} eager={eager} />
        {mark && <span className={css.mark}>{mark}</span>}
      </div>
      <div className={css.body}>
        <h2 className={css.title}>
          <Link className={css.link} to={to}>
            {title}
          </Link>
        </h2>
        {summary && <p className={css.summary}>{summary}</p>}
        {foot && <div className={css.foot}>{foot}</div>}
      </div>
    </article>
  );
}
