import { siteType, tournamentPageSize } from '@/contracts/constants';
import {
  useCmscontrollerGetPromotions,
  useCmscontrollerGetTournaments,
} from '@/contracts/hooks/cmscontroller';

/** Returns every promotion of the brand; `Status` and the dates determine which are active. */
export const usePromotions = () => useCmscontrollerGetPromotions({ SiteType: siteType });

/** Returns the brand's tournaments with their leaderboards, polled every `pollIntervalMs` when it is given. */
export const useTournaments = (pollIntervalMs?: number) =>
  useCmscontrollerGetTournaments(
    { SiteType: siteType, limit: tournamentPageSize, offset: 0 },
    { pollIntervalMs },
  );
