import type { ReactNode } from 'react';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Cover } from '@/components/ui/Image/Cover';
import { Skeleton, TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import css from './OfferPage.module.css';

export interface OfferPageProps {
  backTo: string;
  backLabel: string;
  image: string;
  title: string;
  /** The summary below the title. */
  summary?: string;
  /** Facts and actions: beside the text on wide screens, above it on phones. */
  aside: ReactNode;
  children: ReactNode;
}

/** The layout of a promotion or tournament page. */
export function OfferPage({
  backTo,
  backLabel,
  image,
  title,
  summary,
  aside,
  children,
}: OfferPageProps) {
  return (
    <article>
      <BackLink to={backTo}>{backLabel}</BackLink>
      <header className={css.hero}>
        <div className={css.image}>
          <Cover src={image} width={1680} height={720} eager />
        </div>
        <div className={css.text}>
          <h1 className={css.title}>{title}</h1>
          {summary && <p className={css.summary}>{summary}</p>}
        </div>
      </header>
      <div className={css.columns}>
        <div>{children}</div>
        <aside className={css.aside}>{aside}</aside>
      </div>
    </article>
  );
}

/** The link back to the list of offers. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={css.back} to={to}>
      <IconArrowLeft size={18} className="rtl-flip" aria-hidden="true" />
      {children}
    </Link>
  );
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
