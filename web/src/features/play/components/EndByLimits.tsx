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
  /** Called when the game pauses for a reality check, and when it continues. */
  onPause(paused: boolean): void;
}

/** Applies the player's limits to a running game: closes it, or pauses it for the reality check. */
export function PlayerLimits({ onLeave, onPause }: PlayerLimitsProps) {
  const { data: limits } = useLimitsGet({}, { pollIntervalMs: usePollWithoutStream(60_000) });
  useEndByLimits(limits);
  if (!limits) return null;
  return (
    <RealityCheck minutes={limits.reality_check_minutes} onLeave={onLeave} onPause={onPause} />
  );
}

const closedToast = 'game-closed';

/** Closes the running game and gives the reason: a break, a self-exclusion or a reached limit. */
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

/** The reasons that forbid a game: a break, a self-exclusion, or a reached limit. */
type ClosingReason = 'break' | 'exclusion' | 'limit';

/** Returns the reason that forbids a game, or undefined. Deposit limits close no game. */
export function closingReason(of: LimitsAnswer): ClosingReason | undefined {
  if (of.exclusion) return 'exclusion';
  if (of.cool_off) return 'break';
  return of.limits.some(({ kind, left }) => kind !== 'deposit' && left <= 0) ? 'limit' : undefined;
}
