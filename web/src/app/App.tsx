import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { LoadingBar } from '@/components/ui/LoadingBar/LoadingBar';
import { Toaster } from '@/components/ui/Toaster/Toaster';
import { swrConfig } from '@/lib/swr/config';
import { DepositHost } from './DepositHost';
import { DevTools } from './DevTools';
import { GameHost } from './GameHost';
import { PaymentWatch } from './PaymentWatch';
import { RouteAnnouncer } from './RouteAnnouncer';
import { SessionBridge } from './SessionBridge';
import { usePageLoading } from './pageLoading';
import { SiteRoutes } from './SiteRoutes';

/** Fetched when the page is idle; without it the site works as well. */
const Connection = lazy(() =>
  whenIdle()
    .then(() => import('./Connection'))
    .catch(() => ({ default: (): ReactNode => null })),
);

/** Resolves when the page has nothing else to do. */
const whenIdle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, 2000);
  });

/** The site; rendered after brand, texts and session are loaded. */
export function App() {
  return (
    <SWRConfig value={swrConfig}>
      <BrowserRouter>
        <PageLoadingBar />
        <SessionBridge />
        <RouteAnnouncer />
        <Suspense fallback={null}>
          <Connection />
        </Suspense>
        <SiteRoutes />
        <GameHost />
        <DepositHost />
        <PaymentWatch />
        <DevTools />
      </BrowserRouter>
      <Toaster />
    </SWRConfig>
  );
}

function PageLoadingBar() {
  const { t } = useTranslation('common');
  return usePageLoading() && <LoadingBar label={t('loading')} />;
}
