import { pageSize, maxPageSize } from '@/contracts/constants';
import { useUserListBonusesPages } from '@/contracts/hooks/user';
import type { Bonus } from '@/contracts/types';
import { useAllPages } from '@/lib/swr/useAllPages';
import type { CallPages } from '@/lib/swr/useCallPages';
import { endedWithin } from '../model/endedWithin';
import type { Period } from '../model/period';

/** The request for finished bonuses. */
export const finishedBonuses = { status: 'finished' } as const;

/** Returns the finished bonuses of a period, page by page. The call has no period filter. `now` is a wire date, see endOf. */
export function useFinishedBonuses(period: Period, now: string): CallPages<Bonus> {
  const all = useUserListBonusesPages(finishedBonuses, maxPageSize);
  return useAllPages(all, JSON.stringify(period), pageSize, (bonuses) =>
    bonuses.filter((it) => endedWithin(it, period, now)),
  );
}
