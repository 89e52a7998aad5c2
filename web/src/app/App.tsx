import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { LoadingBar } from '@/components/ui/LoadingBar/LoadingBar';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { Toaster } from '@/components/ui/Toaster/Toaster';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';
import { swrConfig } from '@/lib/swr/config';
import { BreakHost } from './BreakHost';
import { DepositHost } from './DepositHost';
import { DevTools } from './DevTools';
import { GameHost } from './GameHost';
import { markStarted, repeatEarlyPress } from './earlyPress';
import { PaymentWatch } from './PaymentWatch';
import { RouteAnnouncer } from './RouteAnnouncer';
import { SessionBridge } from './SessionBridge';
import { usePageLoading } from './pageLoading';
import { SiteRoutes } from './SiteRoutes';

const Connection = lazy(() => loadWhenIdle(() => import('./Connection')));

/** The site; rendered after brand, texts and session are loaded. */
export function App() {
  // In the same task as the first commit: a press between the two would count twice.
  useLayoutEffect(() => withRoot(markStarted), []);
  useEffect(() => withRoot(repeatEarlyPress), []);
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

function withRoot(task: (root: HTMLElement) => void): void {
  const root = document.getElementById('root');
  if (root) task(root);
}

function PageLoadingBar() {
  const { t } = useTranslation('common');
  return usePageLoading() && <LoadingBar label={t('loading')} />;
}
