import { categoryItems } from '@/contracts/constants';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';

/** The BFF's cache lifetime of tables (calls.md §2). */
const pollIntervalMs = 10_000;

/** Returns the first live tables and polls them, since seats change. */
export const useLiveTables = () =>
  useLivecasinoGameTableList({ limit: categoryItems, offset: 0 }, { pollIntervalMs });
