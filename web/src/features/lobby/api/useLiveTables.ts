import { categoryItems } from '@/contracts/constants';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';

/** As long as the server keeps an answer (calls.md §2, tables): milliseconds. */
const pollIntervalMs = 10_000;

/** The first live tables; seats change while one looks. */
export const useLiveTables = () =>
  useLivecasinoGameTableList({ limit: categoryItems, offset: 0 }, { pollIntervalMs });
