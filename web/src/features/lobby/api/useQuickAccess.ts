import { quickAccessCategory, quickAccessLimit } from '@/contracts/constants';
import { useCasinoGamesList } from '@/contracts/hooks/casino';

/** Returns the quick-access games (spec §9): 50 of category 72. */
export const useQuickAccess = () =>
  useCasinoGamesList({ categoryID: quickAccessCategory, limit: quickAccessLimit, offset: 0 });
