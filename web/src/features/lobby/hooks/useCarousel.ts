import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { reducedMotionQuery, useMedia } from '@/lib/media';

/** How long a slide stands: milliseconds. */
const rest = 7000;

export interface Carousel {
  track: RefObject<HTMLDivElement | null>;
  /** The slide that is seen. */
  at: number;
  go(index: number): void;
  /** Whether it moves by itself. */
  playing: boolean;
  /** Whether it may move by itself: more than one slide, and motion is wanted. */
  playable: boolean;
  setPlaying(on: boolean): void;
}

/** When somebody has touched the page, or the browser has nothing better to do. */
function useAwake(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    const wake = () => setAwake(true);
    const idle = window.requestIdleCallback?.(wake, { timeout: 8000 });
    const timer = idle === undefined ? setTimeout(wake, 4000) : undefined;
    window.addEventListener('pointerdown', wake, { once: true });
    return () => {
      if (idle !== undefined) window.cancelIdleCallback(idle);
      clearTimeout(timer);
      window.removeEventListener('pointerdown', wake);
    };
  }, []);
  return awake;
}

/** A row of slides on the browser's own scrolling: swipe comes with it, keys and time are added here. */
export function useCarousel(count: number): Carousel {
  const track = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [wanted, setPlaying] = useState(true);
  const [held, setHeld] = useState(false);
  const still = useMedia(reducedMotionQuery);
  const awake = useAwake();
  const playable = count > 1 && !still;
  const playing = playable && wanted;

  const go = useCallback(
    (index: number) => {
      const element = track.current;
      if (!element) return;
      const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
      const left = sign * ((index + count) % count) * element.clientWidth;
      element.scrollTo({ left, behavior: 'smooth' });
    },
    [count],
  );

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const look = () => setAt(Math.round(Math.abs(element.scrollLeft) / (element.clientWidth || 1)));
    const hold = () => setHeld(true);
    const release = () => setHeld(false);
    const holds = ['pointerenter', 'pointerdown', 'focusin'] as const;
    const releases = ['pointerleave', 'focusout'] as const;
    element.addEventListener('scroll', look, { passive: true });
    for (const name of holds) element.addEventListener(name, hold);
    for (const name of releases) element.addEventListener(name, release);
    return () => {
      element.removeEventListener('scroll', look);
      for (const name of holds) element.removeEventListener(name, hold);
      for (const name of releases) element.removeEventListener(name, release);
    };
  }, []);

  useEffect(() => {
    if (!playing || held || !awake) return;
    const id = setTimeout(() => {
      if (document.visibilityState === 'visible') go(at + 1);
    }, rest);
    return () => clearTimeout(id);
  }, [playing, held, awake, at, go]);

  return { track, at, go, playing, playable, setPlaying };
}
