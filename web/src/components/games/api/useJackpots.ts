import { useHabaneroGetJackpots } from '@/contracts/hooks/habanero';
import type { Jackpot } from '@/contracts/types';
import { useEventStreamConnected } from '@/lib/events/connection';

/** The poll interval while the event stream is disconnected. */
const fallbackPollIntervalMs = 30_000;

/** Returns the jackpots, the biggest first: requested once, then updated by `/v1/events`; none while slots are closed. */
export function useJackpots(enabled = true): Jackpot[] | undefined {
  const pollIntervalMs = useEventStreamConnected() ? undefined : fallbackPollIntervalMs;
  const { data, error } = useHabaneroGetJackpots(enabled ? {} : null, { pollIntervalMs });
  return error?.closed ? [] : data;
}
