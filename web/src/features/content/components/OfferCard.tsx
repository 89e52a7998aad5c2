import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classes, Cover } from '@/components/ui';
import css from './OfferCard.module.css';

export interface OfferCardProps {
  to: string;
  image: string;
  title: string;
  /** Over the picture: how long it goes on. */
  mark?: ReactNode;
  summary?: ReactNode;
  foot?: ReactNode;
  /** What is over stands back. */
  over?: boolean;
  /** Of the first screen: its picture is fetched at once. */
  eager?: boolean;
}

/** A promotion or a tournament in a list: picture, words, and the whole of it leads on. */
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
