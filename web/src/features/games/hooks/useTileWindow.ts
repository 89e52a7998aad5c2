import { useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';

/** The maximum length of a list that renders completely and supports the browser's page search. */
const wholeUpTo = 200;

/** The number of rendered items of an initially long list before its grid is measured. */
const firstCount = 48;

/** The number of rendered rows above and below the window, which prevents gaps. */
const overscan = 8;

/** The number of rows that leave or enter together, which avoids a render per scroll event. */
const step = 4;

/** The rendered rows, from `start` to before `end`, and the space of the other rows in pixels. */
interface RowWindow {
  columns: number;
  start: number;
  end: number;
  before: number;
  after: number;
}

interface TileWindow {
  grid: RefObject<HTMLUListElement | null>;
  /** The rendered items: from `start` to before `end`. */
  start: number;
  end: number;
  /** The space of the rows that are not rendered. */
  style?: CSSProperties;
}

/**
 * Returns the part of the `count` tiles near the window. All rows have the same height, so a
 * library such as @tanstack/react-virtual is not necessary.
 */
export function useTileWindow(count: number): TileWindow {
  const grid = useRef<HTMLUListElement>(null);
  const [rows, setRows] = useState<RowWindow>();
  const windowed = count > wholeUpTo;
  // A list that grew long stays complete until measured: a shorter page loses the position.
  const [unmeasured] = useState(windowed ? firstCount : Infinity);

  useLayoutEffect(() => {
    const element = grid.current;
    if (!windowed || !element) return;
    const update = () =>
      setRows((old) => {
        const next = rowWindow(element, count);
        const same = old && next && keys.every((key) => old[key] === next[key]);
        return same ? old : next;
      });
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [windowed, count]);

  if (!windowed) return { grid, start: 0, end: count };
  if (!rows) return { grid, start: 0, end: Math.min(count, unmeasured) };
  return {
    grid,
    start: rows.start * rows.columns,
    end: Math.min(count, rows.end * rows.columns),
    style: { paddingBlock: `${rows.before}px ${rows.after}px` },
  };
}

const keys = ['columns', 'start', 'end', 'before', 'after'] as const;

/** Returns the rows near the window. The size of the first rendered tile applies to all tiles. */
function rowWindow(grid: HTMLUListElement, count: number): RowWindow | undefined {
  const tile = grid.firstElementChild;
  if (!tile) return undefined;
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid);
  const columns = gridTemplateColumns.split(' ').length;
  const height = tile.getBoundingClientRect().height + (parseFloat(rowGap) || 0);
  if (height === 0) return undefined;
  const all = Math.ceil(count / columns);
  const top = grid.getBoundingClientRect().top;
  const start = clamp(Math.floor(-top / height) - overscan, all);
  const end = clamp(Math.ceil((window.innerHeight - top) / height) + overscan, all);
  const from = Math.floor(start / step) * step;
  const to = Math.min(all, Math.ceil(end / step) * step);
  return { columns, start: from, end: to, before: from * height, after: (all - to) * height };
}

const clamp = (row: number, all: number) => Math.max(0, Math.min(all, row));
