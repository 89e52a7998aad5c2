import { Children, type ReactNode } from 'react';
import { SectionErrors, Skeleton, TextSkeleton } from '@/components/ui';
import css from './CardGrid.module.css';

/** A grid of wide cards in one to four columns. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.grid} aria-label={label}>
      {Children.map(children, (child) => (
        <li>
          <SectionErrors of="card">{child}</SectionErrors>
        </li>
      ))}
    </ul>
  );
}

/** The skeleton of a card grid. */
export function CardGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div className={css.grid} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Skeleton className={css.image} />
          <div className={css.text}>
            <TextSkeleton lines={3} />
          </div>
        </div>
      ))}
    </div>
  );
}
