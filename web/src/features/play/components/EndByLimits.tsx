import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { runningGame } from '@/components/games/model/runningGame';
import { useLimitsGet } from '@/contracts/hooks/limits';
import type { LimitsAnswer } from '@/contracts/types';
import { usePollWithoutStream } from '@/lib/events/connection';
import { paths } from '@/lib/paths/paths';
import { toasts } from '@/lib/toast/store';
import { RealityCheck } from './RealityCheck';

interface PlayerLimitsProps {
  onLeave(): void;
  /** Called when the game pauses for a reality check, and when it goes on. */
  onPause(paused: boolean): void;
}

/** What the player's limits do to a running game: they close it, and tell time and result after each interval. */
export function PlayerLimits({ onLeave, onPause }: PlayerLimitsProps) {
  const { data: limits } = useLimitsGet({}, { pollIntervalMs: usePollWithoutStream(60_000) });
  useEndByLimits(limits);
  if (!limits) return null;
  return (
    <RealityCheck minutes={limits.reality_check_minutes} onLeave={onLeave} onPause={onPause} />
  );
}

const closedToast = 'game-closed';

/** Closes the running game in a break, in an exclusion and when a limit is reached, and says why. */
function useEndByLimits(limits: LimitsAnswer | undefined): void {
  const { t } = useTranslation('play');
  const navigate = useNavigate();
  const reason = limits && closingReason(limits);
  const ended = useRef(false);
  useEffect(() => {
    if (!reason || ended.current) return;
    ended.current = true;
    toasts.show({
      id: closedToast,
      kind: 'info',
      message: t('limits.closed', { reason: t(`limits.${reason}`) }),
      timeout: 0,
      action: {
        label: t('limits.open'),
        run: () => {
          toasts.dismiss(closedToast);
          void navigate(paths.profileLimits.to());
        },
      },
    });
    runningGame.close();
    void navigate(paths.home.to(), { replace: true });
  }, [reason, navigate, t]);
}

/** Why no game may run: a break, a self-exclusion, or a limit that is reached. */
type ClosingReason = 'break' | 'exclusion' | 'limit';

/** Returns why no game may run, or undefined. Limits of deposits close no game. */
export function closingReason(of: LimitsAnswer): ClosingReason | undefined {
  if (of.exclusion) return 'exclusion';
  if (of.cool_off) return 'break';
  return of.limits.some(({ kind, left }) => kind !== 'deposit' && left <= 0) ? 'limit' : undefined;
}
