import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { siteSession } from '@/lib/session/site';
import { isLoginPage } from '@/lib/session/useSession';
import { setNavigator } from './navigateTo';

/** Connects session and router: the session navigates, and the router reports navigations to the session. */
export function SessionBridge() {
  const navigate = useNavigate();
  const { key } = useLocation();

  useLayoutEffect(
    () =>
      setNavigator((to) => {
        // The login page is replaced: "back" leads from the game to its list, not to a login that is done.
        void navigate(to, { replace: isLoginPage(window.location.pathname) });
      }),
    [navigate],
  );
  useEffect(() => siteSession().navigated(), [key]);
  return null;
}
