import { maxPageSize } from '@/contracts/constants';
import { call, isGatewayError, type AnswerOf, type CallName, type RequestOf } from '@/lib/gateway';

/**
 * Reads a list to its end, for an export. An empty list where the platform says that there are no records;
 * rejects with a GatewayError.
 */
export async function readAll<
  N extends CallName,
  Item = AnswerOf<N> extends (infer I)[] ? I : never,
>(name: N, filter: Omit<RequestOf<N>, 'limit' | 'offset'>): Promise<Item[]> {
  const found: Item[] = [];
  for (;;) {
    const window = { ...filter, limit: maxPageSize, offset: found.length };
    try {
      const answer = await call(name, window as unknown as RequestOf<N>);
      const page = answer.data as Item[];
      found.push(...page);
      if (page.length === 0 || found.length >= (answer.pagination?.total ?? 0)) return found;
    } catch (error) {
      if (isGatewayError(error, 'no-records')) return found;
      throw error;
    }
  }
}
