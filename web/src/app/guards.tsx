import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { SpinnerPlace } from '@/components/ui/Spinner/Spinner';
import { maintenance } from '@/lib/maintenance/flag';
import { useSession } from '@/lib/session/useSession';
import { stored } from '@/lib/storage/stored';
import { useStore } from '@/lib/store/useStore';
import { paths } from '@/lib/paths';

/** Lets players through; sends others to the login with the wanted address kept (spec §2). */
export function RequireSession() {
  const { state, session } = useSession();
  const { t } = useTranslation('common');
  const refreshable = state.phase === 'guest' && stored.get('auth') !== undefined;
  const [tried, setTried] = useState(false);

  useEffect(() => {
    if (!refreshable || tried) return;
    void session.refresh().finally(() => setTried(true));
  }, [refreshable, tried, session]);

  // Another player, come in by another tab, finds nothing of what stood here.
  if (state.phase === 'player') {
    return (
      <Fragment key={state.profile.username}>
        <Outlet />
      </Fragment>
    );
  }
  const leaving = state.phase === 'guest' && state.leaving;
  const waiting = state.phase === 'starting' || state.phase === 'refreshing' || leaving;
  if (waiting || (refreshable && !tried)) return <SpinnerPlace label={t('loading')} />;
  return <ToLogin />;
}

function ToLogin() {
  const { pathname, search } = useLocation();
  // Kept before the login page renders, so that it finds the address even when it forwards at once.
  stored.set('returnUrl', pathname + search);
  return <Navigate to={paths.login.to()} replace />;
}

/** Sends every page that is not reachable under maintenance to the maintenance page (spec §2, §4). */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const closed = useStore(maintenance);
  const { pathname, search } = useLocation();
  // The maintenance page comes back to the wanted address once the site is open.
  const state = { from: pathname + search };
  return closed ? <Navigate to={paths.maintenance.to()} state={state} replace /> : children;
}
