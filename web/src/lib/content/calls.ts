import { siteType, tournamentPageSize } from '@/contracts/constants';
import { useCall } from '../swr';

/** Every promotion of the brand; which of them are on, `Status` and the dates say. */
export const usePromotions = () => useCall('cmscontroller/getPromotions', { SiteType: siteType });

/** The brand's tournaments with their leaderboards. `every`: asked again after so many milliseconds. */
export const useTournaments = (every?: number) =>
  useCall(
    'cmscontroller/getTournaments',
    { SiteType: siteType, limit: tournamentPageSize, offset: 0 },
    { every },
  );
