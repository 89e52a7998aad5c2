import { pageSize } from '@/contracts/constants';
import type { AnswerOf, RequestOf } from '@/lib/gateway';
import { useCall, useCallPages, type CallPages } from '@/lib/swr';

type Unpaged<T> = Omit<T, 'limit' | 'offset' | 'Lang'>;
export type TransactionFilter = Unpaged<RequestOf<'finance/list_transactions'>>;
export type CouponFilter = Unpaged<RequestOf<'betframe/getCoupons'>>;
export type RoundFilter = Unpaged<RequestOf<'user/game_history'>>;

const mine = { limit: pageSize, who: 'player' } as const;

/** Movements of money by filter, appended page by page. */
export const useTransactions = (filter: TransactionFilter) =>
  useCallPages('finance/list_transactions', { ...filter, concatRequire: true }, mine);

/** Sports bets of a period, appended page by page. */
export const useCoupons = (filter: CouponFilter) =>
  useCallPages('betframe/getCoupons', filter, mine);

/** Rounds of a period, appended page by page. */
export const useRounds = (filter: RoundFilter) => useCallPages('user/game_history', filter, mine);

/** Bonuses that are over, appended page by page. */
export const useFinishedBonuses = (): CallPages<AnswerOf<'user/list_bonuses'>[number]> =>
  useCallPages('user/list_bonuses', { status: 'finished' }, mine);

/** The categories that movements can be filtered by, with the platform's names. */
export const useCategories = () => useCall('finance/list_categories', {}, { who: 'player' });

/** The kinds that movements can be filtered by, with the platform's names. */
export const useTypes = () => useCall('finance/list_types_frontend', {}, { who: 'player' });
