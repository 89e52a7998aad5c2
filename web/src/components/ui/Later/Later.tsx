import { useEffect, useRef, useState, type ReactNode } from 'react';

export interface LaterProps {
  /** About the height of what will stand here, so that nothing moves when it comes. */
  height: number;
  children: ReactNode;
}

/** A part of a long page that is made, and fetched for, only when one scrolls near it. */
export function Later({ height, children }: LaterProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (near || !element) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '700px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [near]);
  if (near) return children;
  return <div ref={place} style={{ minHeight: height }} />;
}
