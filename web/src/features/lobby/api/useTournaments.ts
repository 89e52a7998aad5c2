import { siteType, tournamentPageSize } from '@/contracts/constants';
import { useNow } from '@/lib/clock/useNow';
import { useCall } from '@/lib/swr';
import { minute, phaseOf, timeOf } from './active';

/** The tournaments that run or are still to come, the one that ends or starts next first. */
export function useTournaments() {
  const state = useCall('cmscontroller/getTournaments', {
    SiteType: siteType,
    limit: tournamentPageSize,
    offset: 0,
  });
  const now = useNow(minute);
  const tournaments = state.data
    ?.map((tournament) => {
      const phase = phaseOf(tournament, now);
      const until = timeOf(phase === 'upcoming' ? tournament.Start_date : tournament.End_date);
      return { tournament, phase, until };
    })
    .filter(({ phase }) => phase !== 'concluded')
    .sort((a, b) => a.phase.localeCompare(b.phase) || a.until - b.until);
  return { ...state, tournaments };
}
