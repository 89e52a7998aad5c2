import { useLimitsGet } from '@/contracts/hooks/limits';
import { usePollWithoutStream } from '@/lib/events/connection';
import { useEndByLimits } from '../hooks/useEndByLimits';
import { RealityCheck } from './RealityCheck';

export interface PlayerLimitsProps {
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
