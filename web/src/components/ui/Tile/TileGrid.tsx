import { Children, type ReactNode } from 'react';
import { classes } from '../classes';
import css from './TileGrid.module.css';

export interface TileGridProps {
  items?: 'tile' | 'table' | 'wide' | 'small';
  label?: string;
  busy?: boolean;
  children: ReactNode;
}

/** A page of tiles: 3, 5 or 7 abreast; tables 1 to 4. */
export function TileGrid({ items = 'tile', label, busy, children }: TileGridProps) {
  const look = items === 'tile' || items === 'small' ? css.tile : css.table;
  return (
    <ul className={classes(css.grid, look)} aria-label={label} aria-busy={busy}>
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  );
}
