import type { ReactNode } from 'react';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Cover, Skeleton, TextSkeleton } from '@/components/ui';
import css from './OfferPage.module.css';

export interface OfferPageProps {
  backTo: string;
  back: string;
  image: string;
  title: string;
  /** The summary below the title. */
  lead?: string;
  /** Facts and actions: beside the text on wide screens, above it on phones. */
  side: ReactNode;
  children: ReactNode;
}

/** The layout of a promotion or tournament page. */
export function OfferPage({ backTo, back, image, title, lead, side, children }: OfferPageProps) {
  return (
    <article>
      <BackLink to={backTo}>{back}</BackLink>
      <header className={css.hero}>
        <div className={css.picture}>
          <Cover src={image} width={1680} height={720} eager />
        </div>
        <div className={css.words}>
          <h1 className={css.title}>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
      </header>
      <div className={css.columns}>
        <div>{children}</div>
        <aside className={css.side}>{side}</aside>
      </div>
    </article>
  );
}

/** The link back to the list of offers. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={css.back} to={to}>
      <IconArrowLeft size={18} className="flips" aria-hidden="true" />
      {children}
    </Link>
  );
}

/** The actions of an offer, stacked at full width. */
export function OfferActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}

/** The skeleton of an offer page. */
export function OfferPageSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton width={140} height={24} />
      <Skeleton className={css.hero} />
      <div className={css.columns}>
        <TextSkeleton lines={6} />
        <Skeleton height={240} />
      </div>
    </div>
  );
}
