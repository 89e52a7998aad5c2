import { useHabaneroGetJackpots } from '@/contracts/hooks/habanero';
import type { Jackpot } from '@/contracts/types';
import { usePollWithoutStream } from '@/lib/events/connection';

/** Returns the jackpots, the biggest first: requested once, then updated by `/v1/events`; none while slots are closed. */
export function useJackpots(enabled = true): Jackpot[] | undefined {
  const pollIntervalMs = usePollWithoutStream(30_000);
  const { data, error } = useHabaneroGetJackpots(enabled ? {} : null, { pollIntervalMs });
  return error?.closed ? [] : data;
}
