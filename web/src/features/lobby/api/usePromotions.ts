import { siteType } from '@/contracts/constants';
import { useNow } from '@/lib/clock/useNow';
import { useCall } from '@/lib/swr';
import { minute, runs } from './active';

/** The promotions that are on and running, in order. */
export function usePromotions() {
  const state = useCall('cmscontroller/getPromotions', { SiteType: siteType });
  const now = useNow(minute);
  const promotions = state.data
    ?.filter((it) => it.Status === 1 && runs(it, now))
    .sort((a, b) => a.order - b.order);
  return { ...state, promotions };
}
