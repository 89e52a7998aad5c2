import { quickAccessCategory, quickAccessLimit } from '@/contracts/constants';
import { useCall } from '@/lib/swr';

/** The quick-access games (spec §9): 50 of category 72. */
export const useQuickAccess = () =>
  useCall('casino/games_list', {
    categoryID: quickAccessCategory,
    limit: quickAccessLimit,
    offset: 0,
  });
