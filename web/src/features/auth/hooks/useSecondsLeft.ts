import { useEffect, useState } from 'react';

/** Returns the seconds that are left of a wait, updated every second, and a function that begins a wait. */
export function useSecondsLeft(): [secondsLeft: number, begin: (milliseconds: number) => void] {
  const [{ now, until }, setTimes] = useState({ now: 0, until: 0 });
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const id = setInterval(() => setTimes({ now: Date.now(), until }), 1000);
    return () => clearInterval(id);
  }, [isOver, until]);
  const begin = (milliseconds: number) =>
    setTimes({ now: Date.now(), until: Date.now() + milliseconds });
  return [Math.max(0, Math.ceil((until - now) / 1000)), begin];
}
