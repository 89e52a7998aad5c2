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

/** A placeholder of the content's final size. Hidden from screen readers, as its list is busy. */
export function Skeleton({ width, height, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(css.skeleton, className)}
      style={{ width, height }}
    />
  );
}

/** The placeholder of a tile with two lines of text. */
export function TileSkeleton({ items = 'tile' }: { items?: RailItems }) {
  return (
    <div aria-hidden="true">
      <Skeleton className={items === 'tile' ? css.tile : css.table} />
      <div className={css.caption}>
        <Skeleton className={css.text} width="80%" />
        <Skeleton className={css.text} width="50%" />
      </div>
    </div>
  );
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The placeholder of a row of tiles. */
export function RailSkeleton({ items = 'tile', count = 8 }: { items?: RailItems; count?: number }) {
  return (
    <Rail items={items} busy>
      {range(count).map((index) => (
        <TileSkeleton key={index} items={items} />
      ))}
    </Rail>
  );
}

/** The placeholder of a page of tiles. */
export function GridSkeleton({ items, count }: { items?: 'tile' | 'table'; count: number }) {
  return (
    <TileGrid items={items} busy>
      {range(count).map((index) => (
        <TileSkeleton key={index} items={items} />
      ))}
    </TileGrid>
  );
}

/** The placeholder of a list, with rows of `height` (default 64 px). `className` sets its grid. */
export function ListSkeleton({
  count = 6,
  height = 64,
  className,
}: Pick<SkeletonProps, 'height' | 'className'> & { count?: number }) {
  return (
    <div className={className ?? css.list} aria-busy="true">
      {range(count).map((index) => (
        <Skeleton key={index} height={height} />
      ))}
    </div>
  );
}

/** The placeholder of a paragraph. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-busy="true">
      {range(lines).map((index) => (
        <Skeleton key={index} className={css.text} width={index === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  );
}

/**
 * The placeholder of a page before its script or texts arrive, with its title and rows. The shell
 * contains it, so it has no inline styles, which the page's policy refuses.
 */
export function PageSkeleton({ label }: { label?: string }) {
  return (
    <div className={css.list} role={label && 'status'} aria-label={label}>
      <Skeleton className={css.title} />
      {range(6).map((index) => (
        <Skeleton key={index} className={css.row} />
      ))}
    </div>
  );
}
