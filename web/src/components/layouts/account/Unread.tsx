import { lazy, Suspense } from 'react';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';

const UnreadCount = lazy(() => loadWhenIdle(() => import('./UnreadCount')));

/** The number of unread notifications, loaded after the first paint. */
export function Unread() {
  return (
    <Suspense fallback={null}>
      <UnreadCount />
    </Suspense>
  );
}
