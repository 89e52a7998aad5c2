import { Children, type ReactNode } from 'react';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
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
export const CardGridSkeleton = () => <ListSkeleton className={css.grid} height={338} />;
