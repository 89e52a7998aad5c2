import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { pageTouched } from '@/lib/page/page';
import { useStore } from '@/lib/store/store';
import { SectionErrors } from '../SectionErrors/SectionErrors';

export interface LazyMountProps {
  /** The approximate height of the content in pixels, which limits layout shift. */
  height: number;
  children: ReactNode;
}

/** The distance to the viewport at which children are mounted, in pixels. */
const margins = { untouched: 100, touched: 700 };

/**
 * Mounts its children within 700 px of the viewport, which starts their requests. Before the first
 * touch of the page the distance is 100 px, so a new page stays responsive. Errors of the children
 * stay inside it.
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
        // Several may come near at the same time, so a transition keeps the page responsive.
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
