import { useEffect, useState } from 'react';

/** Returns the seconds until a time, updated every second; 0 afterwards. `until`: milliseconds since 1970. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const id = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(id);
  }, [isOver, until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
