import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { GameStart } from '@/components/games/api';
import { isProviderUnreachable } from '@/components/games/model';
import type { Reason } from '@/lib/gateway';
import { paths } from '@/lib/paths';
import type { GameKind } from '@/lib/player';
import { resolveReturnUrl } from '@/lib/session/rules';
import { stored } from '@/lib/storage';
import { toastFailure } from '@/lib/toast';

/** Errors after which the site navigates centrally. */
const redirected: readonly Reason[] = [
  'session-expired',
  'login-failed',
  'inactive-account',
  'unauthorized',
  'two-factor',
  'maintenance',
];
/** Errors that the site reports centrally. */
const reported: readonly Reason[] = ['server', 'blocked'];

/**
 * Handles a failed start: shows the message, then leaves the page (spec §8, "Game start failure"; spec §2).
 */
export function useStartFailure(error: GameStart['error'], kind: GameKind): void {
  const { t } = useTranslation('play');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!error) return;
    if (error === 'missing') toastFailure(t('unreachable'));
    else if (redirected.includes(error.reason)) return;
    else if (!reported.includes(error.reason)) {
      const message = isProviderUnreachable(error) ? t('unreachable') : error.message;
      toastFailure(message, error.requestId);
    }
    void navigate(exitAddress(kind, pathname), { replace: true });
  }, [error, kind, navigate, pathname, t]);
}

/** Returns home, or from a live table the stored return address, unless it is the current page. */
function exitAddress(kind: GameKind, currentPath: string): string {
  const home = paths.home.to();
  if (kind !== 'live') return home;
  const returnUrl = resolveReturnUrl(stored.get('returnUrl'), home);
  stored.remove('returnUrl');
  return returnUrl === currentPath ? home : returnUrl;
}
