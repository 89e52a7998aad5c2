import { Children, type ReactNode } from 'react';
import { SectionErrors } from '../SectionErrors/SectionErrors';
import { classes } from '../classes';
import css from './TileGrid.module.css';

export interface TileGridProps {
  items?: 'tile' | 'table' | 'wide' | 'small';
  label?: string;
  busy?: boolean;
  children: ReactNode;
}

/** A grid of tiles in 3, 5 or 7 columns; tables in 1 to 4. */
export function TileGrid({ items = 'tile', label, busy, children }: TileGridProps) {
  const variant = items === 'tile' || items === 'small' ? css.tile : css.table;
  return (
    <ul className={classes(css.grid, variant)} aria-label={label} aria-busy={busy}>
      {Children.map(children, (child) => (
        <li>
          <SectionErrors of="card">{child}</SectionErrors>
        </li>
      ))}
    </ul>
  );
}
