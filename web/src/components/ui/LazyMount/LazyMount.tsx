import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { SectionErrors } from '../SectionErrors/SectionErrors';

export interface LazyMountProps {
  /** The approximate height of the content in pixels, which limits layout shift. */
  height: number;
  children: ReactNode;
}

/**
 * Mounts its children, and thereby starts their requests, once they come within 700 px of the viewport. Their errors
 * stay within it.
 */
export function LazyMount({ height, children }: LazyMountProps) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = placeholder.current;
    if (near || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Several come near at once: the page stays responsive while they are rendered.
        if (entries.some((entry) => entry.isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: '700px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  if (near) return <SectionErrors>{children}</SectionErrors>;
  return <div ref={placeholder} style={{ minHeight: height }} />;
}
