import { useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';

/** Lists up to this length are rendered whole, so that the browser's own search finds what they contain. */
const wholeUpTo = 200;

/** The number of items of a list that is long from its beginning, until its grid is measured. */
const firstCount = 48;

/** The rows that are rendered above and below the window: a player who scrolls fast sees no gap. */
const overscan = 8;

/** The rows are taken away and added by this many, so that not every movement renders. */
const step = 4;

/** The rendered rows, from `start` to before `end`, and the space of the others in pixels. */
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

/** Returns which of the `count` tiles of a grid are near the window. The rows of the grid are equally high. */
export function useTileWindow(count: number): TileWindow {
  const grid = useRef<HTMLUListElement>(null);
  const [rows, setRows] = useState<RowWindow>();
  const windowed = count > wholeUpTo;
  // One that has become long stays whole meanwhile: a shorter page would lose the place of the player.
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

/** Returns the rows near the window. The first rendered tile stands for all of them. */
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
