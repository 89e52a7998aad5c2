import { siteType, tournamentPageSize } from '@/contracts/constants';
import {
  useCmscontrollerGetPromotions,
  useCmscontrollerGetTournaments,
} from '@/contracts/hooks/cmscontroller';

/** Every promotion of the brand; which of them are on, `Status` and the dates say. */
export const usePromotions = () => useCmscontrollerGetPromotions({ SiteType: siteType });

/** The brand's tournaments with their leaderboards. It is requested again every `pollIntervalMs` milliseconds. */
export const useTournaments = (pollIntervalMs?: number) =>
  useCmscontrollerGetTournaments(
    { SiteType: siteType, limit: tournamentPageSize, offset: 0 },
    { pollIntervalMs },
  );
