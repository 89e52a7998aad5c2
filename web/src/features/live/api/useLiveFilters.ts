import { wideProviderRid, wideProviderStatus } from '@/contracts/constants';
import { stored } from '@/lib/storage';
import { useCall } from '@/lib/swr';

/** The categories of the live tables; window by the contract's default. */
export const useLiveCategories = () => useCall('livecasino/category_list', {});

/** The studios; a stored rid of 20 asks for the wider list (spec §6). */
export function useLiveProviders() {
  const wide = Number(stored.get('ridValue')) === wideProviderRid;
  return useCall('livecasino/provider_list', wide ? { status: wideProviderStatus } : {});
}
