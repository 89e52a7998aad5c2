import type { ItemOf, PaginatedCallName, RequestOf, Unpaged } from '@/contracts/calls';
import { maxPageSize, pageSize } from '@/contracts/constants';
import { useFinanceListTransactionsPages, useUserListBonusesPages } from '@/contracts/hooks/pages';
import type { Bonus } from '@/contracts/types';
import { isGatewayError } from '@/lib/gateway/error';
import { call } from '@/lib/gateway/site';
import { useAllPages } from '@/lib/swr/useAllPages';
import type { CallPages } from '@/lib/swr/useCallPages';
import { endedWithin, type Period } from '../model/period';

export type TransactionFilter = Unpaged<'finance/list_transactions'>;

/** Returns the transactions that match a filter, page by page. */
export const useTransactions = (filter: TransactionFilter) =>
  useFinanceListTransactionsPages({ ...filter, concatRequire: true });

/** The request for finished bonuses. */
export const finishedBonuses = { status: 'finished' } as const;

/**
 * Returns the finished bonuses of a period. The call has no period filter. `now` is a wire date.
 */
export function useFinishedBonuses(period: Period, now: string): CallPages<Bonus> {
  const all = useUserListBonusesPages(finishedBonuses, maxPageSize);
  return useAllPages(all, JSON.stringify(period), pageSize, (bonuses) =>
    bonuses.filter((bonus) => endedWithin(bonus, period, now)),
  );
}

/** Loads all pages of a list, empty without records. Rejects with a GatewayError. */
export async function fetchAllPages<N extends PaginatedCallName>(
  name: N,
  filter: Unpaged<N>,
): Promise<ItemOf<N>[]> {
  const items: ItemOf<N>[] = [];
  for (;;) {
    const request = { ...filter, limit: maxPageSize, offset: items.length };
    try {
      const answer = await call(name, request as unknown as RequestOf<N>);
      const page = answer.data as ItemOf<N>[];
      items.push(...page);
      if (page.length === 0 || items.length >= (answer.pagination?.total ?? 0)) return items;
    } catch (error) {
      if (isGatewayError(error, 'no-records')) return items;
      throw error;
    }
  }
}
