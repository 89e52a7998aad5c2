import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { demoGamingType } from '@/components/games/model/game';
import { PageSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { maintenance } from '@/lib/maintenance/flag';
import type { Epoch } from '@/lib/session/epoch';
import { useSession } from '@/lib/session/useSession';
import { stored } from '@/lib/storage/stored';
import { useStore } from '@/lib/store/store';
import { paths } from '@/lib/paths/paths';

/** Renders the page for players. Redirects guests to the login and stores the requested path. */
export function RequireSession() {
  const { state, session } = useSession();
  const { t } = useTranslation('common');
  const refreshable = state.phase === 'guest' && stored.get('auth') !== undefined;
  // A failed refresh is not repeated on the page, unless another session ends.
  const [tried, setTried] = useState<Epoch>();
  const { epoch } = state;
  const due = refreshable && tried !== epoch;

  useEffect(() => {
    if (due) void session.refresh().finally(() => setTried(epoch));
  }, [due, epoch, session]);

  // The key resets the page when the player changes, for example in another tab.
  if (state.phase === 'player') {
    return (
      <Fragment key={state.profile.username}>
        <Outlet />
      </Fragment>
    );
  }
  const leaving = state.phase === 'guest' && state.leaving;
  const waiting = state.phase === 'starting' || state.phase === 'refreshing' || leaving;
  if (waiting || due) return <PageSkeleton label={t('loading')} />;
  return <RedirectToLogin />;
}

/** Renders the play page for players, and for guests at the address of a demo. */
export function RequireSessionUnlessDemo() {
  const { state } = useSession();
  const { game, gamingType } = useParams();
  const demo = game === 'slot' && gamingType === demoGamingType;
  const guest = state.phase === 'guest' && !state.leaving && stored.get('auth') === undefined;
  return demo && guest ? <Outlet /> : <RequireSession />;
}

function RedirectToLogin() {
  const { pathname, search } = useLocation();
  // Stored before the login page renders, because it may redirect at once.
  stored.set('returnUrl', pathname + search);
  return <Navigate to={paths.login.to()} replace />;
}

/** Redirects to the maintenance page during maintenance. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const underMaintenance = useStore(maintenance);
  const { pathname, search } = useLocation();
  // The maintenance page returns to this path when the site is open.
  const state = { from: pathname + search };
  return underMaintenance ? (
    <Navigate to={paths.maintenance.to()} state={state} replace />
  ) : (
    children
  );
}
