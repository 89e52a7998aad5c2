import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { gameOrigin, historyIndex } from '@/components/games/model/gameSession';
import { runningGame, type RunningGame } from '@/components/games/model/runningGame';
import type { VitalsGame } from '@/contracts/types';
import { isGatewayError, type GatewayError, type Reason } from '@/lib/gateway/error';
import { paths } from '@/lib/paths/paths';
import { resolveReturnUrl } from '@/lib/session/rules';
import { stored } from '@/lib/storage/stored';
import { toasts } from '@/lib/toast/store';

interface GameStart {
  /** The address of the game, or undefined until it has started. */
  url: string | undefined;
  /** The reason of a failed start, or `missing` if the platform returned no address. */
  error: GatewayError | 'missing' | undefined;
  retry(): void;
}

/**
 * Starts a game for each new `key`, but not while it is undefined. It never retries by itself,
 * because a start is a write, and its address can be opened only a single time.
 */
export function useGameStart(key: string | undefined, start: () => Promise<string>): GameStart {
  const [result, setResult] = useState<Partial<GameStart> & { key: string }>();
  const [retries, setRetries] = useState(0);
  const lastRequest = useRef('');
  const latestStart = useRef(start);
  useEffect(() => {
    latestStart.current = start;
  });

  useEffect(() => {
    const request = `${key}#${retries}`;
    if (key === undefined || lastRequest.current === request) return;
    lastRequest.current = request;
    // Ignores the result if another start was requested meanwhile.
    const finish = (outcome: Partial<GameStart>) => {
      if (lastRequest.current === request) setResult({ key, ...outcome });
    };
    latestStart.current().then(
      (url) => finish(url ? { url } : { error: 'missing' }),
      (error: unknown) => {
        if (!isGatewayError(error)) throw error;
        finish({ error });
      },
    );
  }, [key, retries]);

  const retry = useCallback(() => {
    setResult(undefined);
    setRetries((count) => count + 1);
  }, []);
  const current = result?.key === key ? result : undefined;
  return { url: current?.url, error: current?.error, retry };
}

/** The platform's message if a game provider is down. The site shows its own text instead. */
const providerDown = 'Internal Server Error';

/** The `debug` of a response without a usable address. */
const nothingToOpen = 'bad upstream answer';

/**
 * Reports whether a failed start has no message for the player. The platform returned no address
 * (`missing`), Croupier refused the address, the error has no message, or the provider is down.
 */
const isProviderUnreachable = (error: GatewayError | 'missing'): boolean =>
  error === 'missing' ||
  error.message === '' ||
  error.message === providerDown ||
  error.debug === nothingToOpen;

/** Errors of a missing session, which the site handles centrally. */
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
 * Handles a failed start: shows the message until the player closes it, then leaves the page. The
 * message links to the list of the game, or to the page of a virtual game.
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
    if (reason !== 'blocked' && !isClosedByLimits(error)) markStart(game, false);
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
  }, [error, kind, address, username, navigate, pathname, t, game]);
}

/** Marks an outcome of an opened game for lib/vitals: whether its frame has loaded. */
export function markStart(game: RunningGame, loaded: boolean): void {
  const provider = game.kind === 'virtual' ? game.id : (game.provider ?? '');
  const ms = loaded ? Math.min(Date.now() - game.startedAt, 60_000) : undefined;
  const startTime = Math.max(game.startedAt - performance.timeOrigin, 0);
  performance.mark('game-start', { startTime, detail: { provider, ms } satisfies VitalsGame });
}

/** Reports whether a limit, a break or a self-exclusion refused the start (Croupier's HTTP 423). */
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
 * Returns to the page with the list of the game. A step back in the history restores its scroll
 * position. If that page is not the previous one, it opens again.
 */
function returnToList(kind: RunningGame['kind'], navigate: ReturnType<typeof useNavigate>): void {
  const origin = gameOrigin.get();
  const steps = origin ? origin.index - historyIndex() : 0;
  if (steps < 0) void navigate(steps);
  else void navigate(origin?.address ?? (kind === 'live' ? paths.live : paths.slots).to());
}
