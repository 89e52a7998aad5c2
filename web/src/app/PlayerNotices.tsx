import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { withTexts } from '@/components/ui/SectionErrors/lazySection';
import { welcomeDismissed } from '@/components/welcome/dismissed';
import { useLimitsGet } from '@/contracts/hooks/limits';
import { setRestriction, useRestriction } from '@/lib/break/restriction';
import { useNewDeviceLogin } from '@/lib/newDevice/newDevice';
import { paths } from '@/lib/paths/paths';
import { useBalance } from '@/lib/player/player';
import { usePlayer, type Player } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/store';

const NewDeviceNotice = lazy(() =>
  withTexts(import('@/features/account/components/NewDeviceNotice'), 'NewDeviceNotice', 'account'),
);

const RestrictionLine = lazy(() =>
  withTexts(import('@/components/limits/RestrictionLine'), 'RestrictionLine', 'break'),
);

/** The polling interval for the end of a break or self-exclusion: milliseconds. */
const restrictionPollMs = 60_000;

const WelcomeCard = lazy(() =>
  withTexts(import('@/components/welcome/WelcomeCard'), 'WelcomeCard', 'welcome'),
);

/** Notices above the page: a break or self-exclusion, a new device, and a welcome without money. */
export function PlayerNotices() {
  const player = usePlayer();
  return player && <Notices key={player.profile.username} player={player} />;
}

function Notices({ player: { profile } }: { player: Player }) {
  const { username, firstname } = profile;
  const login = useNewDeviceLogin(username);
  const welcome = useShowsWelcome(username);
  const restriction = useRestriction();
  const { data: limits } = useLimitsGet({}, { pollIntervalMs: restriction && restrictionPollMs });
  useEffect(() => {
    if (limits) setRestriction(limits, username);
  }, [limits, username]);
  return (
    <Suspense fallback={null}>
      {restriction && <RestrictionLine restriction={restriction} />}
      {login && !login.answered && <NewDeviceNotice username={username} login={login} />}
      {welcome && !restriction && <WelcomeCard username={username} name={firstname || username} />}
    </Suspense>
  );
}

/** Returns whether to show the welcome card: home or overview, no money, and not dismissed. */
function useShowsWelcome(username: string): boolean {
  const { pathname } = useLocation();
  const { balance, bonus } = useBalance();
  const dismissed = useStore({
    get: () => welcomeDismissed.get(username),
    subscribe: welcomeDismissed.subscribe,
  });
  const onPage = pathname === paths.home.to() || pathname === paths.profile.to();
  return onPage && balance === 0 && !bonus && !dismissed;
}
