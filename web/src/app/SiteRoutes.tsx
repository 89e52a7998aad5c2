import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { MaintenanceGate, RequireSession, RequireSessionUnlessDemo } from './guards';
import { isOffered } from '@/lib/bootstrap/supports';
import { paths } from '@/lib/paths';
import { galleryRoute, siteRoutes, type Frame, type SiteRoute } from './routes';
import { NotFoundScreen } from './screens/NotFoundScreen';
import { SiteFrame } from './SiteFrame';
import { useScrollRules } from './useScrollRules';

const frames: Frame[] = ['main', 'account', 'play', 'bare'];

/** The routes of the site with their layouts and guards. */
export function SiteRoutes() {
  useScrollRules();
  useTranslation('errors');
  return (
    <Routes>
      <Route path={paths.oldHome.pattern} element={<Navigate to={paths.home.to()} replace />} />
      <Route
        element={
          <MaintenanceGate>
            <Outlet />
          </MaintenanceGate>
        }
      >
        <Route element={<RequireSession />}>
          <Route path={paths.me.pattern} element={<Navigate to={paths.profile.to()} replace />} />
        </Route>
        {frames.map((frame) =>
          framed(
            frame,
            siteRoutes.filter((it) => !it.duringMaintenance),
          ),
        )}
      </Route>
      {framed(
        'bare',
        siteRoutes.filter((it) => it.duringMaintenance),
      )}
      <Route path={`${paths.maintenanceControl.pattern}/*`} element={<LeaveSite />} />
      {galleryRoute && (
        <Route element={<SiteFrame frame="bare" />}>
          <Route path={galleryRoute.path} element={<galleryRoute.Page />} />
        </Route>
      )}
      <Route element={<SiteFrame frame="main" />}>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}

function framed(frame: Frame, routes: SiteRoute[]) {
  const framedRoutes = routes.filter((it) => it.frame === frame);
  return (
    <Route key={frame} element={<SiteFrame frame={frame} />}>
      {framedRoutes.filter((it) => !it.player).map(pageRoute)}
      <Route element={<RequireSession />}>
        {framedRoutes.filter((it) => it.player === true).map(pageRoute)}
      </Route>
      <Route element={<RequireSessionUnlessDemo />}>
        {framedRoutes.filter((it) => it.player === 'unless-demo').map(pageRoute)}
      </Route>
    </Route>
  );
}

const pageRoute = ({ path, Page }: SiteRoute) => (
  <Route
    key={path}
    path={path}
    element={
      <Offered>
        <Page />
      </Offered>
    }
  />
);

/** Loads the page anew: the console is an application of its own. */
function LeaveSite() {
  useEffect(() => location.reload(), []);
  return null;
}

/** Renders the page, or "not found" where the brand's platform has nothing to fill it with. */
function Offered({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return isOffered(pathname) ? children : <NotFoundScreen />;
}
