import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import type { Reason } from '@/lib/gateway';
import { providerDown, type Started } from '@/components/games/api';
import type { GameKind } from '@/lib/player';
import { resolveReturnUrl } from '@/lib/session/rules';
import { stored } from '@/lib/storage';
import { toastFailure } from '@/lib/toast';

/** Errors that the site handles centrally, by a redirect or with its own message. */
const elsewhere: readonly Reason[] = [
  'session-expired',
  'login-failed',
  'inactive-account',
  'unauthorized',
  'two-factor',
  'maintenance',
];
const told: readonly Reason[] = ['server', 'blocked'];

/**
 * Handles a failed start: shows the message, then leaves the page (spec §8, "Game start failure"; spec §2).
 */
export function useStartFailure(error: Started['error'], kind: GameKind): void {
  const { t } = useTranslation('play');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!error) return;
    if (error === 'missing') toastFailure(t('unreachable'));
    else if (elsewhere.includes(error.reason)) return;
    else if (!told.includes(error.reason)) {
      const nameless = error.message === '' || error.message === providerDown;
      toastFailure(nameless ? t('unreachable') : error.message, error.requestId);
    }
    void navigate(exitOf(kind, pathname), { replace: true });
  }, [error, kind, navigate, pathname, t]);
}

/** Returns home, or from a live table the stored return address, unless it is the current page. */
function exitOf(kind: GameKind, here: string): string {
  const home = paths.home.to();
  if (kind !== 'live') return home;
  const kept = resolveReturnUrl(stored.get('returnUrl'), home);
  stored.remove('returnUrl');
  return kept === here ? home : kept;
}
