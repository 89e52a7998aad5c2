import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { GameStart } from '@/components/games/api/games';
import { gameOrigin, historyIndex } from '@/components/games/model/gameSession';
import { runningGame, type RunningGame } from '@/components/games/model/runningGame';
import type { GatewayError, Reason } from '@/lib/gateway/error';
import { paths } from '@/lib/paths/paths';
import { resolveReturnUrl } from '@/lib/session/rules';
import { stored } from '@/lib/storage/stored';
import { toasts } from '@/lib/toast/store';

/** The platform's message when a game provider is down; the site shows its own text instead (spec §8). */
const providerDown = 'Internal Server Error';

/** The gateway's `debug` for an answer in which there is nothing to open: no data, or an address that it refuses. */
const nothingToOpen = 'bad upstream answer';

/**
 * Reports whether a failed start has no message for the player: the platform returned no address (`missing`, or an
 * answer that the gateway refuses), the error has no message, or the provider is down.
 */
const isProviderUnreachable = (error: GatewayError | 'missing'): boolean =>
  error === 'missing' ||
  error.message === '' ||
  error.message === providerDown ||
  error.debug === nothingToOpen;

/** Errors of a missing session, after which the site navigates centrally. */
const sessionReasons: readonly Reason[] = [
  'session-expired',
  'login-failed',
  'inactive-account',
  'unauthorized',
  'two-factor',
];
/** Errors that the site reports centrally. */
const reported: readonly Reason[] = ['server', 'blocked'];

/** The toast of the last failed start. */
const failureToast = 'game-start';

/**
 * Handles a failed start: shows the message until it is closed, then leaves the page (spec §8, "Game start failure";
 * spec §2). The message offers the way back to the list on which the game was chosen, or to the page of a virtual game.
 */
export function useStartFailure(error: GameStart['error'], game: RunningGame): void {
  const { t } = useTranslation('play');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { kind, address, username } = game;

  useEffect(() => {
    if (error === undefined) {
      toasts.dismiss(failureToast);
      return;
    }
    const reason = error === 'missing' ? undefined : error.reason;
    if (reason === 'maintenance') return;
    if (reason && sessionReasons.includes(reason)) {
      if (username !== undefined) return;
      // The platform starts no demo without a session.
      stored.set('returnUrl', pathname);
      runningGame.close();
      void navigate(paths.login.to(), { replace: true });
      return;
    }
    if (!reason || !reported.includes(reason)) {
      const unreachable = error === 'missing' || isProviderUnreachable(error);
      toasts.show({
        id: failureToast,
        kind: 'negative',
        message: unreachable ? t('unreachable') : error.message,
        requestId: error === 'missing' ? undefined : error.requestId,
        timeout: 0,
        action: isClosedByLimits(error)
          ? {
              label: t('limits.open'),
              run: () => {
                toasts.dismiss(failureToast);
                void navigate(paths.profileLimits.to());
              },
            }
          : {
              label: t(kind === 'virtual' ? 'ended.again' : 'backToList'),
              run: () => {
                toasts.dismiss(failureToast);
                if (kind === 'virtual') void navigate(address);
                else returnToList(kind, navigate);
              },
            },
      });
    }
    runningGame.close();
    void navigate(exitAddress(kind, pathname), { replace: true });
  }, [error, kind, address, username, navigate, pathname, t]);
}

/** Whether a start was refused by a limit, a break or an exclusion of the player: HTTP 423 of the server's own. */
const isClosedByLimits = (error: Exclude<GameStart['error'], undefined>): boolean =>
  error !== 'missing' && ['limit reached', 'cooling off', 'self excluded'].includes(error.debug);

/** Returns home, or from a live table the stored return address, unless it is the current page. */
function exitAddress(kind: RunningGame['kind'], currentPath: string): string {
  const home = paths.home.to();
  if (kind !== 'live') return home;
  const returnUrl = resolveReturnUrl(stored.get('returnUrl'), home);
  stored.remove('returnUrl');
  return returnUrl === currentPath ? home : returnUrl;
}

/**
 * Goes back to the page on which the game was chosen. A step back in the history restores its scroll position; where
 * the page is not behind the current one, it is opened again.
 */
function returnToList(kind: RunningGame['kind'], navigate: ReturnType<typeof useNavigate>): void {
  const origin = gameOrigin.get();
  const steps = origin ? origin.index - historyIndex() : 0;
  if (steps < 0) void navigate(steps);
  else void navigate(origin?.address ?? (kind === 'live' ? paths.live : paths.slots).to());
}
