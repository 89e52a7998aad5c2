import { useEffect, useState, type RefObject } from 'react';
import { reducedMotionQuery } from '@/lib/media';

interface ChipScroll {
  atStart: boolean;
  atEnd: boolean;
  /** Scrolls by most of the visible width: 1 forward, -1 back, in reading direction. */
  scroll(direction: 1 | -1): void;
}

/**
 * Tracks the scroll position of the chips inside `container`. `content` changes with the number of
 * chips. In right-to-left text `scrollLeft` is 0 or negative.
 */
export function useChipScroll(
  container: RefObject<HTMLElement | null>,
  content: unknown,
): ChipScroll {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });
  const chipsOf = () => container.current?.querySelector<HTMLElement>('[role=group]');
  useEffect(() => {
    const chips = chipsOf();
    if (!chips) return;
    const update = () => {
      const offset = Math.abs(chips.scrollLeft);
      const next = {
        atStart: offset < 2,
        atEnd: offset > chips.scrollWidth - chips.clientWidth - 2,
      };
      setEnds((old) => (old.atStart === next.atStart && old.atEnd === next.atEnd ? old : next));
    };
    update();
    chips.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(chips);
    return () => {
      chips.removeEventListener('scroll', update);
      observer.disconnect();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the content decides the length
  }, [container, content]);
  const scroll = (direction: 1 | -1) => {
    const chips = chipsOf();
    if (!chips) return;
    const sign = getComputedStyle(chips).direction === 'rtl' ? -1 : 1;
    const behavior = window.matchMedia(reducedMotionQuery).matches ? 'auto' : 'smooth';
    chips.scrollBy({ left: direction * sign * chips.clientWidth * 0.8, behavior });
  };
  return { ...ends, scroll };
}
