import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router';
import { ButtonLink } from '@/components/ui/Button/Button';
import { isOffered } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { historyKinds, infoKeys, paths } from '@/lib/paths/paths';
import { parseRecordId } from '@/lib/recordId';
import { SiteFrame } from './SiteFrame';
import { MaintenanceGate, RequireSession, RequireSessionUnlessDemo } from './guards';
import { galleryRoute, siteRoutes, type Frame, type SiteRoute } from './routes';
import { useScrollRules } from './useScrollRules';
import css from './screens/screens.module.css';

/** The screen for unknown paths. The server has sent status 404. */
export function NotFoundScreen() {
  const { t } = useTranslation('errors');
  usePageTitle(t('notFound.title'));
  return (
    <div className={css.screen}>
      <p className={css.number} aria-hidden="true">
        {404}
      </p>
      <h1 className={css.title}>{t('notFound.title')}</h1>
      <p className={css.text}>{t('notFound.text')}</p>
      <div className={css.actions}>
        <ButtonLink variant="primary" size="large" to={paths.home.to()}>
          {t('notFound.home')}
        </ButtonLink>
        <ButtonLink size="large" to={paths.slots.to()}>
          {t('notFound.slots')}
        </ButtonLink>
      </div>
    </div>
  );
}

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
            siteRoutes.filter((route) => !route.duringMaintenance),
          ),
        )}
      </Route>
      {framed(
        'bare',
        siteRoutes.filter((route) => route.duringMaintenance),
      )}
      <Route path={`${paths.maintenanceControl.pattern}/*`} element={<LeaveSite />} />
      {galleryRoute && (
        <Route element={<SiteFrame frame="bare" />}>
          <Route path={galleryRoute.path} element={<galleryRoute.Page />} />
        </Route>
      )}
      <Route path="*" element={missing} />
    </Routes>
  );
}

function framed(frame: Frame, routes: SiteRoute[]) {
  const framedRoutes = routes.filter((route) => route.frame === frame);
  return (
    <Route key={frame} element={<Existing frame={frame} />}>
      {framedRoutes.filter((route) => !route.player).map(pageRoute)}
      <Route element={<RequireSession />}>
        {framedRoutes.filter((route) => route.player === true).map(pageRoute)}
      </Route>
      <Route element={<RequireSessionUnlessDemo />}>
        {framedRoutes.filter((route) => route.player === 'unless-demo').map(pageRoute)}
      </Route>
    </Route>
  );
}

const pageRoute = ({ path, Page }: SiteRoute) => (
  <Route key={path} path={path} element={<Page />} />
);

/** Reloads the page, because the console is a separate application. */
function LeaveSite() {
  useEffect(() => location.reload(), []);
  return null;
}

const missing = (
  <SiteFrame frame="main">
    <NotFoundScreen />
  </SiteFrame>
);

/** Renders the layout with the page, or "not found" if the address cannot exist for the brand. */
function Existing({ frame }: { frame: Frame }) {
  const { pathname } = useLocation();
  const names = Object.entries(useParams());
  const possible = names.every(([name, value = '']) => isPossible[name]?.(value) ?? true);
  return possible && isOffered(pathname) ? <SiteFrame frame={frame} /> : missing;
}

const isId = (value: string) => parseRecordId(value) !== undefined;

/** Returns whether a parameter of an address can have a value. Other parameters have open sets. */
const isPossible: Partial<Record<string, (value: string) => boolean>> = {
  id: isId,
  categoryID: isId,
  providerID: isId,
  game: (value) => value === 'slot' || value === 'live',
  key: (value) => Object.hasOwn(infoKeys, value),
  kind: (value) => historyKinds.some((kind) => kind === value),
};
