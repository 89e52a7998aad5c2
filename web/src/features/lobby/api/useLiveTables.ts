import { useMemo } from 'react';
import { categoryItems } from '@/contracts/constants';
import { useLivecasinoGameTableList } from '@/contracts/hooks/livecasino';
import { openFirst } from '@/components/games/model/tables';

/** The BFF's cache lifetime of tables (calls.md §2). */
const pollIntervalMs = 10_000;

/** Returns the first live tables, open ones first, and polls them, since seats change. */
export function useLiveTables() {
  const { data, ...rest } = useLivecasinoGameTableList(
    { limit: categoryItems, offset: 0 },
    { pollIntervalMs, fromBootstrap: true },
  );
  return { ...rest, data: useMemo(() => data && openFirst(data), [data]) };
}
