import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { reducedMotionQuery, useMedia } from '@/lib/media';

/** The duration of a slide in milliseconds. */
const slideDurationMs = 7000;

interface Carousel {
  track: RefObject<HTMLDivElement | null>;
  /** The index of the visible slide. */
  current: number;
  goTo(index: number): void;
  /** Whether the carousel advances automatically. */
  playing: boolean;
  /** Whether it can advance automatically: with several slides and without reduced motion. */
  canPlay: boolean;
  setPlaying(playing: boolean): void;
}

/** Returns true after the first interaction or when the browser is idle. */
function useInteractiveOrIdle(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const markReady = () => setReady(true);
    const idleCallback = window.requestIdleCallback?.(markReady, { timeout: 8000 });
    const timer = idleCallback === undefined ? setTimeout(markReady, 4000) : undefined;
    window.addEventListener('pointerdown', markReady, { once: true });
    return () => {
      if (idleCallback !== undefined) window.cancelIdleCallback(idleCallback);
      clearTimeout(timer);
      window.removeEventListener('pointerdown', markReady);
    };
  }, []);
  return ready;
}

/** A carousel based on native scrolling and swiping, with buttons and automatic advance. */
export function useCarousel(count: number): Carousel {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [wantsToPlay, setPlaying] = useState(true);
  const [paused, setPaused] = useState(false);
  const reducedMotion = useMedia(reducedMotionQuery);
  const ready = useInteractiveOrIdle();
  const canPlay = count > 1 && !reducedMotion;
  const playing = canPlay && wantsToPlay;

  const goTo = useCallback(
    (index: number) => {
      const element = track.current;
      if (!element) return;
      const direction = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
      const left = direction * ((index + count) % count) * element.clientWidth;
      element.scrollTo({ left, behavior: reducedMotion ? 'auto' : 'smooth' });
    },
    [count, reducedMotion],
  );

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const updateCurrent = () =>
      setCurrent(Math.round(Math.abs(element.scrollLeft) / (element.clientWidth || 1)));
    const pause = () => setPaused(true);
    const resume = () => setPaused(false);
    const pauseEvents = ['pointerenter', 'pointerdown', 'focusin'] as const;
    const resumeEvents = ['pointerleave', 'focusout'] as const;
    element.addEventListener('scroll', updateCurrent, { passive: true });
    for (const name of pauseEvents) element.addEventListener(name, pause);
    for (const name of resumeEvents) element.addEventListener(name, resume);
    return () => {
      element.removeEventListener('scroll', updateCurrent);
      for (const name of pauseEvents) element.removeEventListener(name, pause);
      for (const name of resumeEvents) element.removeEventListener(name, resume);
    };
  }, []);

  useEffect(() => {
    if (!playing || paused || !ready) return;
    const id = setTimeout(() => {
      if (document.visibilityState === 'visible') goTo(current + 1);
    }, slideDurationMs);
    return () => clearTimeout(id);
  }, [playing, paused, ready, current, goTo]);

  return { track, current, goTo, playing, canPlay, setPlaying };
}
