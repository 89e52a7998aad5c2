import { lazy, Suspense } from 'react';

const UnreadCount = lazy(() => import('./UnreadCount'));

/** The number of unread notifications, loaded after the first paint. */
export function Unread() {
  return (
    <Suspense fallback={null}>
      <UnreadCount />
    </Suspense>
  );
}
