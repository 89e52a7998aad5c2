import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { runningGame } from '@/components/games/model/runningGame';
import { lazySection } from '@/components/ui/SectionErrors/lazySection';
import { OverlayErrors } from '@/components/ui/SectionErrors/OverlayErrors';
import {
  depositRequests,
  openDeposit,
  readDeposit,
  withDeposit,
  withoutDeposit,
  type DepositRequest,
} from '@/lib/deposit/openDeposit';
import { loadNamespace } from '@/lib/i18n/i18n';
import { paths } from '@/lib/paths/paths';
import { isLoginPage, useSession } from '@/lib/session/useSession';
import { stored } from '@/lib/storage/stored';
import { useStore } from '@/lib/store/store';
import { trackPageLoading } from './lazyRoute';
import { reloadOnce } from '@/lib/chunks/lateChunk';

const DepositDrawer = lazySection(async () => {
  const [{ DepositDrawer: Drawer }] = await trackPageLoading(
    Promise.all([
      import('@/features/cashier/components/DepositDrawer'),
      loadNamespace('cashier'),
      loadNamespace('payments'),
    ]).catch(reloadOnce),
  );
  return { default: Drawer };
});

/**
 * Opens the deposit drawer over any page. Its state is in the address, so it survives a reload and
 * a login, and the back button closes it. The page below stays mounted, so a game continues.
 */
export function DepositHost() {
  const { pathname, search, key, state: entry } = useLocation();
  const opening = useRef(false);
  useEffect(() => void (opening.current = false), [key]);
  const navigate = useNavigate();
  const { state } = useSession();
  const game = useStore(runningGame);
  const request = readDeposit(search);
  const guest = state.phase === 'guest' && !state.leaving;

  const logIn = (wanted: DepositRequest) => {
    // The drawer opens over the home page instead of a login page, to which nobody returns.
    const page = isLoginPage(pathname)
      ? { pathname: paths.home.to(), search: '' }
      : { pathname, search };
    stored.set('returnUrl', page.pathname + withDeposit(page.search, wanted));
    void navigate(paths.login.to(), { replace: request !== undefined });
  };
  const open = useEffectEvent((wanted: DepositRequest) => {
    if (guest) logIn(wanted);
    else {
      // A second request, even before the first is shown, adds no history entry.
      const replace = request !== undefined || opening.current;
      opening.current = true;
      const to = { pathname, search: withDeposit(search, wanted) };
      void navigate(to, { replace, state: request ? entry : { opened: true } });
    }
  });
  useEffect(() => depositRequests.on('open', (wanted) => open(wanted)), []);

  // A guest opened a link to the drawer, or the session ended while it was open.
  const requiresLogin = guest && request !== undefined;
  const logInToDeposit = useEffectEvent(() => request && logIn(request));
  useEffect(() => {
    if (requiresLogin) logInToDeposit();
  }, [requiresLogin]);

  const close = () => {
    // Going back keeps the history short. A drawer opened by a link has no history entry.
    if ((entry as { opened?: boolean } | null)?.opened) void navigate(-1);
    else void navigate({ pathname, search: withoutDeposit(search) }, { replace: true });
  };

  /** The game is below the drawer, or docked. */
  const goToGame = ({ address }: { address: string }) => {
    if (matchPath(`${paths.play.pattern}/*`, pathname)) close();
    else void navigate(address, { replace: true });
  };

  if (!request || state.phase !== 'player') return null;
  return (
    <OverlayErrors onClose={close} onRetry={() => openDeposit(request)}>
      <Suspense fallback={null}>
        <DepositDrawer
          key={state.profile.username}
          request={request}
          onRequest={openDeposit}
          onGame={game && (() => goToGame(game))}
          onClose={close}
        />
      </Suspense>
    </OverlayErrors>
  );
}
