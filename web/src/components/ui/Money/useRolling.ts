import { useEffect, useRef, useState } from 'react';

/** How long a figure rolls: milliseconds. */
const rollTime = 600;

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A number on its way to `target`, rounded to two decimals; at once under reduced motion. */
export function useRolling(target: number | undefined, rolling: boolean): number | undefined {
  const [shown, setShown] = useState(target);
  const from = useRef(target);

  useEffect(() => {
    const start = from.current;
    from.current = target;
    if (!rolling || start === undefined || target === undefined || start === target || still()) {
      setShown(target);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function turn(now) {
      const part = Math.min(1, (now - began) / rollTime);
      const eased = 1 - (1 - part) ** 3;
      setShown(Math.round((start + (target - start) * eased) * 100) / 100);
      if (part < 1) frame = requestAnimationFrame(turn);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, rolling]);

  return shown;
}
