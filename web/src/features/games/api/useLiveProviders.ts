import { wideProviderRid, wideProviderStatus } from '@/contracts/constants';
import { useLivecasinoProviderList } from '@/contracts/hooks/livecasino';
import { stored } from '@/lib/storage/stored';

/** Returns the studios; a stored rid of 20 requests the wider list (spec §6). */
export function useLiveProviders() {
  const wide = Number(stored.get('ridValue')) === wideProviderRid;
  return useLivecasinoProviderList(wide ? { status: wideProviderStatus } : {});
}
