import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { GameStart } from '@/components/games/api';
import { isProviderUnreachable } from '@/components/games/model';
import type { Reason } from '@/lib/gateway';
import { paths } from '@/lib/paths';
import { toasts } from '@/lib/toast';

/** Errors after which the site navigates centrally. */
const central: readonly Reason[] = [
  'session-expired',
  'login-failed',
  'inactive-account',
  'unauthorized',
  'two-factor',
  'maintenance',
];
/** Errors that the site reports centrally. */
const reported: readonly Reason[] = ['server', 'blocked'];

/** The toast of the last failed start. */
const failureToast = 'game-start';

/**
 * Handles a failed start of a virtual game: leads home (spec §2), with a message that stays until it is closed and
 * offers the way back (spec §8, "Game start failure").
 */
export function useVirtualStartFailure(error: GameStart['error']): void {
  const { t } = useTranslation('games');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (error === undefined) {
      toasts.dismiss(failureToast);
      return;
    }
    const reason = error === 'missing' ? undefined : error.reason;
    if (reason && central.includes(reason)) return;
    if (!reason || !reported.includes(reason)) {
      const unreachable = error === 'missing' || isProviderUnreachable(error);
      toasts.show({
        id: failureToast,
        kind: 'negative',
        message: unreachable ? t('virtual.unreachable') : error.message,
        requestId: error === 'missing' ? undefined : error.requestId,
        timeout: 0,
        action: {
          label: t('virtual.again'),
          run: () => {
            toasts.dismiss(failureToast);
            void navigate(pathname + search);
          },
        },
      });
    }
    void navigate(paths.home.to(), { replace: true });
  }, [error, navigate, pathname, search, t]);
}
