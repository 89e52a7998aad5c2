import { useEffect, useRef, useState } from 'react';
import { reducedMotionQuery } from '@/lib/media';

/** The duration of the animation in milliseconds. */
const duration = 600;

const prefersReducedMotion = () => window.matchMedia(reducedMotionQuery).matches;

/**
 * Returns a number that moves to `target`, rounded to two decimals. It jumps to `target` if
 * `animated` is false or the player prefers reduced motion.
 */
export function useAnimatedNumber(
  target: number | undefined,
  animated: boolean,
): number | undefined {
  const [value, setValue] = useState(target);
  const previous = useRef(target);

  useEffect(() => {
    const start = previous.current;
    previous.current = target;
    const known = start !== undefined && target !== undefined;
    if (!animated || !known || start === target || prefersReducedMotion()) {
      setValue(target);
      return;
    }
    const startTime = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = Math.min(1, (now - startTime) / duration);
      const eased = 1 - (1 - progress) ** 3;
      setValue(Math.round((start + (target - start) * eased) * 100) / 100);
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, animated]);

  return value;
}
