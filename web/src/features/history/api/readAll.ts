import type { ItemOf, PaginatedCallName, Unpaged } from '@/contracts/calls';
import { maxPageSize } from '@/contracts/constants';
import { call, isGatewayError, type RequestOf } from '@/lib/gateway';

/**
 * Loads all pages of a list for an export. Returns an empty list if the platform reports no records; rejects
 * with a GatewayError.
 */
export async function readAll<N extends PaginatedCallName>(
  name: N,
  filter: Unpaged<N>,
): Promise<ItemOf<N>[]> {
  const found: ItemOf<N>[] = [];
  for (;;) {
    const window = { ...filter, limit: maxPageSize, offset: found.length };
    try {
      const answer = await call(name, window as unknown as RequestOf<N>);
      const page = answer.data as ItemOf<N>[];
      found.push(...page);
      if (page.length === 0 || found.length >= (answer.pagination?.total ?? 0)) return found;
    } catch (error) {
      if (isGatewayError(error, 'no-records')) return found;
      throw error;
    }
  }
}
