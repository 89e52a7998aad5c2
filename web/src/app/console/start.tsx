import { startTransition, StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, Outlet, Route, Routes } from 'react-router';
import { PageSpinner } from '@/components/ui/Spinner/Spinner';
import { Toaster } from '@/components/ui/Toaster/Toaster';
import { startLogin } from '@/features/staff/api/login';
import { ConsoleFrame, LoginGate } from '@/features/staff/components/ConsoleFrame';
import { NotFound, RequireRole } from '@/features/staff/components/Page';
import { followLook, startLanguage } from '@/features/staff/model/settings';
import { InvitationRoute } from '@/features/staff/routes/InvitationRoute';
import { bootstrap, setBootstrap } from '@/lib/bootstrap/bootstrap';
import { loadNamespace, startI18n } from '@/lib/i18n/i18n';
import { showLanguage } from '@/lib/i18n/language';
import { staffPaths } from '@/lib/paths/staff';
import { RouteAnnouncer } from '../RouteAnnouncer';
import { RouteErrors } from '../RouteErrors';
import { PageLoadingBar } from '../lazyRoute';
import { useScrollRules } from '../useScrollRules';
import { consoleRoutes } from './routes';
import '@/features/staff/console.css';

/** Starts the console instead of the player site. */
export async function startConsole(root: HTMLElement): Promise<void> {
  document.documentElement.dataset.console = '';
  // The brand's texts are for players.
  setBootstrap({ ...bootstrap(), texts: undefined });
  await startI18n(startLanguage(), showLanguage);
  await loadNamespace('staff');
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <Console />
      </StrictMode>,
    );
  });
}

/** The staff console, a separate page without the player site's session, events and layout. */
function Console() {
  useEffect(followLook, []);
  useEffect(() => void startLogin(), []);
  return (
    <>
      <BrowserRouter>
        <PageLoadingBar />
        <RouteAnnouncer />
        <Routes>
          <Route path={staffPaths.invitation.pattern} element={<InvitationRoute />} />
          <Route element={<Framed />}>
            {consoleRoutes.map(({ path, Page, least }) => (
              <Route
                key={path}
                path={path}
                element={
                  <RequireRole least={least}>
                    <Page />
                  </RequireRole>
                }
              />
            ))}
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </BrowserRouter>
      <Toaster />
    </>
  );
}

function Framed() {
  const { t } = useTranslation('common');
  useScrollRules();
  return (
    <LoginGate>
      <ConsoleFrame>
        <RouteErrors>
          <Suspense fallback={<PageSpinner label={t('loading')} />}>
            <Outlet />
          </Suspense>
        </RouteErrors>
      </ConsoleFrame>
    </LoginGate>
  );
}
