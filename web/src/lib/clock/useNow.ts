import { useEffect, useState } from 'react';

/** The present time, looked at every so many milliseconds: milliseconds since 1970. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const id = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(id);
  }, [every]);
  return now;
}
