import { call, type RequestOf } from '@/lib/gateway';
import { refresh, useCall } from '@/lib/swr';

/** How many movements the overview shows. */
const lastCount = 5;

/** Changes fields of the profile; rejects with a GatewayError. */
export async function updateProfile(change: RequestOf<'user/update_profile'>): Promise<void> {
  await call('user/update_profile', change);
  await refresh('user/get_user_profile');
}

/** The player's latest movements of money. */
export const useLastTransactions = () =>
  useCall('finance/list_transactions', { limit: lastCount, offset: 0 }, { who: 'player' });
