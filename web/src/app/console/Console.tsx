import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, Outlet, Route, Routes } from 'react-router';
import { LoadingBar } from '@/components/ui/LoadingBar/LoadingBar';
import { PageSpinner } from '@/components/ui/Spinner/Spinner';
import { Toaster } from '@/components/ui/Toaster/Toaster';
import { ConsoleFrame } from '@/features/staff/components/ConsoleFrame';
import { LoginGate } from '@/features/staff/components/LoginGate';
import { NotFound } from '@/features/staff/components/NotFound';
import { RequireRole } from '@/features/staff/components/RequireRole';
import { InvitationRoute } from '@/features/staff/routes/InvitationRoute';
import { startLogin } from '@/features/staff/api/login';
import { followLook } from '@/features/staff/model/settings';
import { staffPaths } from '@/lib/paths/staff';
import { usePageLoading } from '../pageLoading';
import { RouteAnnouncer } from '../RouteAnnouncer';
import { RouteErrors } from '../RouteErrors';
import { useScrollRules } from '../useScrollRules';
import { consoleRoutes } from './routes';

/** The console of the staff: a page of its own, without the player site's session, events and layout. */
export function Console() {
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

function PageLoadingBar() {
  const { t } = useTranslation('common');
  return usePageLoading() && <LoadingBar label={t('loading')} />;
}
