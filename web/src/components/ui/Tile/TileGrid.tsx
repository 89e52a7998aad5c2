import { Children, type CSSProperties, type ReactNode, type Ref } from 'react';
import { SectionErrors } from '../SectionErrors/SectionErrors';
import { classes } from '../classes';
import css from './TileGrid.module.css';

export interface TileGridProps {
  items?: 'tile' | 'table';
  label?: string;
  busy?: boolean;
  /** The index of the first rendered item, if only some items of a list are rendered. */
  first?: number;
  /** The number of items of that list. */
  total?: number;
  ref?: Ref<HTMLUListElement>;
  style?: CSSProperties;
  children: ReactNode;
}

/** A grid of tiles in 3, 5 or 7 columns, or of tables in 1 to 4. */
export function TileGrid({
  items = 'tile',
  label,
  busy,
  first = 0,
  total,
  ref,
  style,
  children,
}: TileGridProps) {
  const count = Children.count(children);
  const partial = total !== undefined && total > count;
  return (
    <ul
      ref={ref}
      className={classes(css.grid, css[items])}
      aria-label={label}
      aria-busy={busy}
      style={style}
    >
      {Children.map(children, (child, index) => (
        <li
          aria-setsize={partial ? total : undefined}
          aria-posinset={partial ? first + index + 1 : undefined}
        >
          <SectionErrors of="card">{child}</SectionErrors>
        </li>
      ))}
    </ul>
  );
}
