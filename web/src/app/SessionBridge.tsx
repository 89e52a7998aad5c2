import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { siteSession } from '@/lib/session/site';
import { trackActivity } from '@/lib/session/trackActivity';
import { systemClock } from '@/lib/clock';
import { setNavigator } from './navigateTo';

/** Joins session and router: the one sends the player about, the other says where they are. */
export function SessionBridge() {
  const navigate = useNavigate();
  const { key } = useLocation();

  useLayoutEffect(() => setNavigator((to) => void navigate(to)), [navigate]);
  useEffect(() => siteSession().navigated(), [key]);
  useEffect(() => trackActivity(siteSession(), systemClock.now), []);
  return null;
}
