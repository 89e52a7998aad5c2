import { lazy, Suspense, useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { withTexts } from '@/components/ui/SectionErrors/lazySection';
import { Toaster } from '@/components/ui/Toaster/Toaster';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';
import { loadNamespace } from '@/lib/i18n/i18n';
import { usePlayer } from '@/lib/session/useSession';
import { swrConfig } from '@/lib/swr/fetcher';
import { BreakHost } from './BreakHost';
import { DepositHost } from './DepositHost';
import { GameHost } from './GameHost';
import { RouteAnnouncer } from './RouteAnnouncer';
import { SessionBridge } from './SessionBridge';
import { SiteRoutes } from './SiteRoutes';
import { PageLoadingBar } from './lazyRoute';

const Connection = lazy(() => loadWhenIdle(() => import('./Connection')));

/** The site. It renders after brand, texts and session are loaded. */
export function App() {
  // In the same task as the first commit, because app/start repeats earlier presses.
  useLayoutEffect(() => {
    document.getElementById('root')?.setAttribute('data-started', '');
  }, []);
  return (
    <SWRConfig value={swrConfig}>
      <BrowserRouter>
        <PageLoadingBar />
        <SessionBridge />
        <RouteAnnouncer />
        <SectionErrors of="nothing">
          <Suspense fallback={null}>
            <Connection />
          </Suspense>
        </SectionErrors>
        <SiteRoutes />
        <GameHost />
        <DepositHost />
        <BreakHost />
        <SectionErrors of="nothing">
          <PaymentWatch />
        </SectionErrors>
        <SectionErrors of="nothing">
          <DevTools />
        </SectionErrors>
      </BrowserRouter>
      <Toaster />
    </SWRConfig>
  );
}

const DevPanel = lazy(() =>
  withTexts(import('@/features/devpanel/components/DevPanel'), 'DevPanel', 'devpanel'),
);

/**
 * The developer panel, which controls the mock. It is outside the routes' layouts, so a scenario
 * can navigate to another layout. The console's preview has no panel.
 */
function DevTools() {
  if (!bootstrap().mock.control || window.parent !== window) return null;
  return (
    <Suspense fallback={null}>
      <DevPanel />
    </Suspense>
  );
}

const PaymentNotices = lazy(() =>
  loadWhenIdle(async () => {
    const module = import('@/components/payments/PaymentNotices');
    await Promise.all([module, loadNamespace('payments')]);
    return module;
  }),
);

/** Follows a player's open payments after the page is idle. */
function PaymentWatch() {
  const player = usePlayer();
  if (!player) return null;
  const { username } = player.profile;
  return (
    <Suspense fallback={null}>
      <PaymentNotices key={username} username={username} />
    </Suspense>
  );
}
