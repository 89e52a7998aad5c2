import { useLimitsGet } from '@/contracts/hooks/limits';
import { useEventStreamConnected } from '@/lib/events/connection';
import { useEndByLimits } from '../hooks/useEndByLimits';
import { RealityCheck } from './RealityCheck';

/** How often the limits are asked for while the server cannot report a change: milliseconds. */
const pollMs = 60_000;

export interface PlayerLimitsProps {
  onLeave(): void;
  /** Called when the game pauses for a reality check, and when it goes on. */
  onPause(paused: boolean): void;
}

/** What the player's limits do to a running game: they close it, and tell time and result after each interval. */
export function PlayerLimits({ onLeave, onPause }: PlayerLimitsProps) {
  const connected = useEventStreamConnected();
  const { data: limits } = useLimitsGet({}, { pollIntervalMs: connected ? undefined : pollMs });
  useEndByLimits(limits);
  if (!limits) return null;
  return (
    <RealityCheck minutes={limits.reality_check_minutes} onLeave={onLeave} onPause={onPause} />
  );
}
