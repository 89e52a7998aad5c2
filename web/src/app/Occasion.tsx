import { lazy, Suspense, useEffect, useState } from 'react';
import { supports } from '@/lib/bootstrap/supports';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';

const Garland = lazy(() => loadWhenIdle(() => import('@/features/occasion/components/Garland')));

/** The decoration of special dates. Its chunk is loaded when the browser is idle. */
export function Occasion() {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setIdle(true), delayMs);
    return () => clearTimeout(id);
  }, []);
  if (!idle || !supports('cmscontroller/getSpecialDateInf')) return null;
  return (
    <Suspense fallback={null}>
      <Garland />
    </Suspense>
  );
}

/** The time after which a page is decorated: the first paint and its requests are over. */
const delayMs = 3000;
