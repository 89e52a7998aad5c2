import { useEffect, useRef, useState, type RefObject } from 'react';

export interface RailState {
  track: RefObject<HTMLUListElement | null>;
  atStart: boolean;
  atEnd: boolean;
  /** Moves by most of what is seen: 1 onward, -1 back, the way one reads. */
  scroll(direction: 1 | -1): void;
}

/** Knows whether a row can be moved, and moves it; `scrollLeft` counts downward from 0 in right-to-left. */
export function useRail(): RailState {
  const track = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const look = () => {
      const moved = Math.abs(element.scrollLeft);
      const room = element.scrollWidth - element.clientWidth;
      const next = { atStart: moved < 2, atEnd: moved > room - 2 };
      setEnds((old) => (old.atStart === next.atStart && old.atEnd === next.atEnd ? old : next));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, []);

  const scroll = (direction: 1 | -1) => {
    const element = track.current;
    if (!element) return;
    const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    element.scrollBy({ left: direction * sign * element.clientWidth * 0.85, behavior: 'smooth' });
  };

  return { track, ...ends, scroll };
}
