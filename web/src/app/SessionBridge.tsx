import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { siteSession, watchPresence } from '@/lib/session';
import { systemClock } from '@/lib/clock';
import { setNavigator } from './navigator';

/** Joins session and router: the one sends the player about, the other says where they are. */
export function SessionBridge() {
  const navigate = useNavigate();
  const { key } = useLocation();

  useLayoutEffect(() => setNavigator((to) => void navigate(to)), [navigate]);
  useEffect(() => siteSession().arrived(), [key]);
  useEffect(() => watchPresence(siteSession(), systemClock.now), []);
  return null;
}
