import { useCasinoCategoryList, useCasinoProviderList } from '@/contracts/hooks/casino';
import { useHabaneroGetJackpots } from '@/contracts/hooks/habanero';
import type { Jackpot } from '@/contracts/types';
import { usePollWithoutStream } from '@/lib/events/connection';

/** Returns the categories of the slots with their first games, up to the default limit. */
export const useSlotCategories = () => useCasinoCategoryList({}, { fromBootstrap: true });

/** Returns the providers of slots, with the contract's default limit. */
export const useSlotProviders = (enabled = true) =>
  useCasinoProviderList(enabled ? {} : null, { fromBootstrap: true });

/** Returns the jackpots, biggest first, updated by `/v1/events`. None while slots are closed. */
export function useJackpots(enabled = true): Jackpot[] | undefined {
  const pollIntervalMs = usePollWithoutStream(30_000);
  const { data, error } = useHabaneroGetJackpots(enabled ? {} : null, {
    pollIntervalMs,
    fromBootstrap: true,
  });
  return error?.closed ? [] : data;
}
