import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { siteSession } from '@/lib/session/site';
import { trackActivity } from '@/lib/session/trackActivity';
import { systemClock } from '@/lib/clock';
import { setNavigator } from './navigateTo';

/** Connects session and router: the session navigates, and the router reports navigations to the session. */
export function SessionBridge() {
  const navigate = useNavigate();
  const { key } = useLocation();

  useLayoutEffect(() => setNavigator((to) => void navigate(to)), [navigate]);
  useEffect(() => siteSession().navigated(), [key]);
  useEffect(() => trackActivity(siteSession(), systemClock.now), []);
  return null;
}
