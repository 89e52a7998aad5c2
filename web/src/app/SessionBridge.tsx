import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { siteSession } from '@/lib/session/site';
import { isLoginPage } from '@/lib/session/useSession';
import { setNavigator } from './navigateTo';

/** Connects session and router. The session navigates, and the router reports navigations to it. */
export function SessionBridge() {
  const navigate = useNavigate();
  const { key } = useLocation();

  useLayoutEffect(
    () =>
      setNavigator((to) => {
        // Replaces the login page, so the back button leads from the game to its list.
        void navigate(to, { replace: isLoginPage(window.location.pathname) });
      }),
    [navigate],
  );
  useEffect(() => siteSession().navigated(), [key]);
  return null;
}
