import type { ItemOf, PaginatedCallName, Unpaged, RequestOf } from '@/contracts/calls';
import { maxPageSize } from '@/contracts/constants';
import { isGatewayError } from '@/lib/gateway/error';
import { call } from '@/lib/gateway/site';

/**
 * Loads all pages of a list for an export. Returns an empty list if the platform reports no records; rejects
 * with a GatewayError.
 */
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
