import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { useSession } from '@/lib/session/useSession';
import { resolveReturnUrl } from '@/lib/session/rules';
import { stored } from '@/lib/storage/stored';

/**
 * Redirects a player who is already signed in to the return address. After a login on this page
 * (`loginStarted`) the session itself navigates.
 */
export function useRedirectSignedIn(loginStarted: { current: boolean }): void {
  const { state, session } = useSession();
  const navigate = useNavigate();
  const isPlayer = state.phase === 'player';
  const waitsForCode = state.phase === 'code';
  useEffect(() => {
    // Without the code the login is over: another tab may log in.
    if (waitsForCode) return () => void (loginStarted.current = session.state().phase === 'player');
  }, [waitsForCode, session, loginStarted]);
  useEffect(() => {
    if (!isPlayer || loginStarted.current) return;
    const to = resolveReturnUrl(stored.get('returnUrl'), paths.home.to());
    stored.remove('returnUrl');
    void navigate(to, { replace: true });
  }, [isPlayer, loginStarted, navigate]);
}
