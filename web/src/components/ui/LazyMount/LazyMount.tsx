import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { pageTouched } from '@/lib/page/page';
import { useStore } from '@/lib/store/store';
import { SectionErrors } from '../SectionErrors/SectionErrors';

export interface LazyMountProps {
  /** The approximate height of the content in pixels, which limits layout shift. */
  height: number;
  children: ReactNode;
}

/** How near to the viewport children are mounted, in pixels. */
const margins = { untouched: 100, touched: 700 };

/**
 * Mounts its children, and thereby starts their requests, once they come within 700 px of the viewport; while nobody
 * has touched the page within 100 px, so that a page that has just been opened is free for the first touch. Their
 * errors stay within it.
 */
export function LazyMount({ height, children }: LazyMountProps) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const margin = useStore(pageTouched) ? margins.touched : margins.untouched;
  useEffect(() => {
    const element = placeholder.current;
    if (near || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Several come near at once: the page stays responsive while they are rendered.
        if (entries.some((entry) => entry.isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: `${margin}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, margin]);
  if (near) return <SectionErrors>{children}</SectionErrors>;
  return <div ref={placeholder} style={{ minHeight: height }} />;
}
