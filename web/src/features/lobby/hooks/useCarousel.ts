import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { reducedMotionQuery, useMedia } from '@/lib/media';

/** The time that a slide is shown, in milliseconds. */
const rest = 7000;

export interface Carousel {
  track: RefObject<HTMLDivElement | null>;
  /** The index of the visible slide. */
  at: number;
  go(index: number): void;
  /** Whether the carousel advances automatically. */
  playing: boolean;
  /** Whether it can advance automatically: it has several slides and the user has not reduced motion. */
  playable: boolean;
  setPlaying(on: boolean): void;
}

/** Returns true after the first interaction or when the browser is idle. */
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

/** A carousel based on native scrolling, which includes swiping; adds buttons and automatic advance. */
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
