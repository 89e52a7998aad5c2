import { categoryItems } from '@/contracts/constants';
import { useCall } from '@/lib/swr';

/** As long as the server keeps an answer (calls.md §2, tables): milliseconds. */
const every = 10_000;

/** The first live tables; seats change while one looks. */
export const useLiveTables = () =>
  useCall('livecasino/game_table_list', { limit: categoryItems, offset: 0 }, { every });
