import { useEffect, useState } from 'react';
import { pageSize, maxPageSize } from '@/contracts/constants';
import { useUserListBonusesPages } from '@/contracts/hooks/user';
import type { Bonus } from '@/contracts/types';
import type { CallPages } from '@/lib/swr';
import { endedWithin } from '../model/endedWithin';
import type { Period } from '../model/period';

/** The request for finished bonuses. */
export const finishedBonuses = { status: 'finished' } as const;

/**
 * Returns the finished bonuses of a period, page by page. The call has no period filter: all of them are loaded and
 * filtered here. `now` is a wire date, see endOf.
 */
export function useFinishedBonuses(period: Period, now: string): CallPages<Bonus> {
  const all = useUserListBonusesPages(finishedBonuses, maxPageSize);
  const { hasMore, loadingMore, moreError, loadMore } = all;
  useEffect(() => {
    if (hasMore && !loadingMore && !moreError) loadMore();
  });
  const key = JSON.stringify(period);
  const [shown, setShown] = useState({ key, count: pageSize });
  const count = shown.key === key ? shown.count : pageSize;
  const matching = hasMore ? undefined : all.items?.filter((it) => endedWithin(it, period, now));
  const error = all.error ?? moreError;
  return {
    ...all,
    items: matching?.slice(0, count),
    total: matching?.length ?? 0,
    error,
    moreError: undefined,
    loading: !matching && !error,
    loadingMore: false,
    hasMore: count < (matching?.length ?? 0),
    loadMore: () => setShown({ key, count: count + pageSize }),
    reload: moreError ? loadMore : all.reload,
  };
}
