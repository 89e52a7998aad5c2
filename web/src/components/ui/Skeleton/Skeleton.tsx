import type { CSSProperties } from 'react';
import { Rail, type RailItems } from '../Rail/Rail';
import { TileGrid } from '../Tile/TileGrid';
import { classes } from '../classes';
import css from './Skeleton.module.css';

export interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  className?: string;
}

/** A grey block of the size of what will come. Hidden from screen readers: the list says it is busy. */
export function Skeleton({ width, height, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(css.skeleton, className)}
      style={{ width, height }}
    />
  );
}

/** A tile's shape with its two lines. */
export function TileSkeleton({ items = 'tile' }: { items?: RailItems }) {
  return (
    <div aria-hidden="true">
      <Skeleton className={items === 'tile' ? css.tile : css.table} />
      <div className={css.names}>
        <Skeleton className={css.text} width="80%" />
        <Skeleton className={css.text} width="50%" />
      </div>
    </div>
  );
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A row of tile shapes. */
export function RailSkeleton({ items = 'tile', count = 8 }: { items?: RailItems; count?: number }) {
  return (
    <Rail items={items} busy>
      {many(count).map((index) => (
        <TileSkeleton key={index} items={items} />
      ))}
    </Rail>
  );
}

/** A page of tile shapes. */
export function GridSkeleton({
  items = 'tile',
  count = 24,
}: {
  items?: RailItems;
  count?: number;
}) {
  return (
    <TileGrid items={items} busy>
      {many(count).map((index) => (
        <TileSkeleton key={index} items={items} />
      ))}
    </TileGrid>
  );
}

/** Lines of a history or a list. */
export function ListSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div className={css.lines} aria-busy="true">
      {many(count).map((index) => (
        <Skeleton key={index} className={css.row} />
      ))}
    </div>
  );
}

/** A paragraph's shape. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-busy="true">
      {many(lines).map((index) => (
        <Skeleton key={index} className={css.text} width={index === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  );
}
