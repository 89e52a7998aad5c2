import { lazy, Suspense } from 'react';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { loadNamespace } from '@/lib/i18n/i18n';
import { reloadOnce } from '@/lib/chunks/staleChunk';

const DevPanel = lazy(async () => {
  const [module] = await Promise.all([
    import('@/features/devpanel/components/DevPanel'),
    loadNamespace('devpanel'),
  ]).catch(reloadOnce);
  return { default: module.DevPanel };
});

/**
 * The developer panel, which controls the mock. It is outside the routes' layouts, so that it stays open when a
 * scenario navigates to another layout. Inside the console's preview, which shows what players see, there is none.
 */
export function DevTools() {
  if (!bootstrap().mock.control || window.parent !== window) return null;
  return (
    <Suspense fallback={null}>
      <DevPanel />
    </Suspense>
  );
}
