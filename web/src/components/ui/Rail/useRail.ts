import { useEffect, useState, type RefObject } from 'react';
import { reducedMotionQuery } from '@/lib/media';

interface RailState {
  atStart: boolean;
  atEnd: boolean;
  /** Scrolls by a share of the visible width: 1 forward, -1 back, in reading direction. */
  scroll(direction: 1 | -1): void;
}

interface RailOptions {
  /** Selects the row inside the container. Without it the container is the row. */
  selector?: string;
  /** The share of the visible width that `scroll` moves. */
  share?: number;
}

const rowIn = (container: HTMLElement | null, selector?: string) =>
  selector ? container?.querySelector<HTMLElement>(selector) : container;

/**
 * Tracks and scrolls a row. `content` changes with the number of its items. In right-to-left text
 * `scrollLeft` is 0 or negative.
 */
export function useRail(
  container: RefObject<HTMLElement | null>,
  content: unknown,
  { selector, share = 0.85 }: RailOptions = {},
): RailState {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });

  useEffect(() => {
    const row = rowIn(container.current, selector);
    if (!row) return;
    const update = () => {
      const offset = Math.abs(row.scrollLeft);
      const maximum = row.scrollWidth - row.clientWidth;
      const next = { atStart: offset < 2, atEnd: offset > maximum - 2 };
      setEnds((old) => (old.atStart === next.atStart && old.atEnd === next.atEnd ? old : next));
    };
    update();
    row.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(row);
    return () => {
      row.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [container, selector, content]);

  const scroll = (direction: 1 | -1) => {
    const row = rowIn(container.current, selector);
    if (!row) return;
    const sign = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    const behavior = window.matchMedia(reducedMotionQuery).matches ? 'auto' : 'smooth';
    row.scrollBy({ left: direction * sign * row.clientWidth * share, behavior });
  };

  return { ...ends, scroll };
}
