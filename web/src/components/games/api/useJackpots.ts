import { useHabaneroGetJackpots } from '@/contracts/hooks/habanero';
import type { Jackpot } from '@/contracts/types';
import { useLive } from '@/lib/events/connection';

/** How often they are asked for while nobody tells of them: milliseconds. */
const everyWithoutStream = 30_000;

/** The jackpots as they stand, the biggest first: asked for once, then told by `/v1/events` as they move. */
export function useJackpots(when = true): Jackpot[] | undefined {
  const pollIntervalMs = useLive() ? undefined : everyWithoutStream;
  return useHabaneroGetJackpots(when ? {} : null, { pollIntervalMs }).data;
}
