import { useEffect, useRef, useState, type RefObject } from 'react';
import { reducedMotionQuery } from '@/lib/media';

export interface RailState {
  track: RefObject<HTMLUListElement | null>;
  atStart: boolean;
  atEnd: boolean;
  /** Scrolls by 85 % of the visible width: 1 forward, -1 back, in reading direction. */
  scroll(direction: 1 | -1): void;
}

/** Tracks and scrolls a row of `count` items. In right-to-left text `scrollLeft` is negative. */
export function useRail(count: number): RailState {
  const track = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const update = () => {
      const offset = Math.abs(element.scrollLeft);
      const maximum = element.scrollWidth - element.clientWidth;
      const next = { atStart: offset < 2, atEnd: offset > maximum - 2 };
      setEnds((old) => (old.atStart === next.atStart && old.atEnd === next.atEnd ? old : next));
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [count]);

  const scroll = (direction: 1 | -1) => {
    const element = track.current;
    if (!element) return;
    const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    const behavior = window.matchMedia(reducedMotionQuery).matches ? 'auto' : 'smooth';
    element.scrollBy({ left: direction * sign * element.clientWidth * 0.85, behavior });
  };

  return { track, ...ends, scroll };
}
