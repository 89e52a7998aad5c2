import '@/styles/fonts.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadBootstrap } from '@/lib/bootstrap/bootstrap';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';
import { watchDigits } from '@/lib/format/number';
import { startI18n } from '@/lib/i18n/i18n';
import { startLanguage } from '@/lib/i18n/language';
import { openSession } from '@/lib/session/site';
import type { SessionEngine } from '@/lib/session/engine';
import { watchTouch } from '@/lib/page/page';
import { stored } from '@/lib/storage/stored';
import { startColorMode } from '@/lib/theme/mode';
import { App } from './App';
import { startGatewayToasts } from './gatewayToasts';
import {
  isProtectedPage,
  navigateTo,
  preloadOnIntent,
  preloadRoute,
  setNavigator,
} from './navigateTo';
import { paths } from '@/lib/paths/paths';

/** Awaits everything that the first render needs, then renders. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('could not start: the page has no #root element');
  if (import.meta.env.DEV && import.meta.hot)
    (await import('./answerCheck/start')).startAnswerCheck(import.meta.hot);
  watchDigits();
  if (isConsole(location.pathname)) {
    const [{ startConsole }] = await Promise.all([import('./console/start'), loadBootstrap()]);
    return startConsole(root);
  }
  const isPlayer = stored.get('session') !== undefined || stored.get('auth') !== undefined;
  const toLogin = !isPlayer && isProtectedPage() && !location.pathname.includes('/demo');
  const route = preloadRoute(toLogin ? paths.login.to() : location.pathname);
  const brand = await loadBootstrap();
  startColorMode();
  const language = startLanguage(
    brand.languages.map(({ lang }) => lang),
    brand.language,
  );
  const session = openSession({
    home: paths.home.to(),
    navigate: navigateTo,
    isProtectedPage,
  });
  await Promise.all([startI18n(language), route]);
  startGatewayToasts();
  void session.start();
  preloadOnIntent();
  watchTouch();
  startWhenIdle(session, brand.vitalsSample);
  // The router may have read the address already, although it is not mounted yet.
  setNavigator((to) => location.assign(to));
  startTransition(() => {
    // An error outside every page removes the whole page, so a notice replaces it.
    createRoot(root, { onUncaughtError: () => setTimeout(showFailure) }).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}

/** Returns whether a path belongs to the console, which is a separate application. */
const isConsole = (pathname: string): boolean =>
  `${pathname}/`.startsWith(`${paths.maintenanceControl.pattern}/`);

/** Shows that the page could not start. It is for missing brand or texts, or a failed page. */
const showFailure = () => document.dispatchEvent(new Event('failedstart'));

/** Starts activity, tabs, events, a share of reports and a build's worker when the page is idle. */
function startWhenIdle(session: SessionEngine, vitalsSample: number): void {
  void loadWhenIdle(async () =>
    (await import('@/lib/session/trackActivity')).trackActivity(session),
  );
  void loadWhenIdle(async () => (await import('@/lib/events/site')).startEvents());
  if (import.meta.env.PROD) {
    void loadWhenIdle(async () => (await import('./updates')).startSiteUpdates());
  }
  if (Math.random() < vitalsSample)
    void loadWhenIdle(async () => (await import('@/lib/vitals/report')).startVitals());
}

start().catch(showFailure);
