import { useHabaneroGetJackpots } from '@/contracts/hooks/habanero';
import type { Jackpot } from '@/contracts/types';
import { useLive } from '@/lib/events/connection';

/** The poll interval while the event stream is disconnected, in milliseconds. */
const everyWithoutStream = 30_000;

/** Returns the jackpots, the biggest first: requested once, then updated by `/v1/events`. */
export function useJackpots(when = true): Jackpot[] | undefined {
  const pollIntervalMs = useLive() ? undefined : everyWithoutStream;
  return useHabaneroGetJackpots(when ? {} : null, { pollIntervalMs }).data;
}
