import type { Jackpot } from '@/contracts/types';
import { useCall } from '../swr';

/** As long as the server keeps an answer (calls.md §2, getJackpots): milliseconds. */
const every = 5000;

/** The jackpots as they stand, the biggest first; asked again while somebody looks. */
export function useJackpots(when = true): Jackpot[] | undefined {
  return useCall('habanero/getJackpots', {}, { every, when }).data;
}
