import { mutate, SWRConfig } from 'swr';
import type { ReadCallName } from '@/contracts/calls';
import { isCallKey, playerOf, type CallKey } from '@/contracts/keys';
import type { Answer } from '../gateway/envelope';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { fetchAhead, forgetAhead } from './fetcher';

const of = (names: readonly string[]) => (key: unknown) => isCallKey(key) && names.includes(key[0]);

/** The keys of lists kept page by page: SWR marks them and passes them over in filters. */
const pagedKeys = (name: ReadCallName): string[] =>
  [...SWRConfig.defaultValue.cache.keys()].filter((key) => key.startsWith(`$inf$@"${name}",`));

/** Asks every kept answer of these calls again: what a write has made old. */
export async function refresh(...names: ReadCallName[]): Promise<void> {
  const lists = names.flatMap(pagedKeys).map((key) => mutate(key));
  await Promise.all([mutate(of(names)), ...lists]);
}

/** Changes kept answers of a call in place, those asked with data that `only` picks. */
export async function patch<N extends ReadCallName>(
  name: N,
  change: (data: AnswerOf<N>) => AnswerOf<N>,
  only: (request: RequestOf<N>) => boolean = () => true,
): Promise<void> {
  await mutate<Answer<AnswerOf<N>>>(
    (key) => of([name])(key) && only((key as CallKey<N>)[1]),
    (old) => old && { ...old, data: change(old.data) },
    { revalidate: false },
  );
}

/**
 * Fetches a key ahead of the component that shows it, which then asks no second time. Undefined when
 * it failed: the component shows its error state.
 */
export async function prefetch<N extends ReadCallName>(
  key: CallKey<N> | null,
): Promise<AnswerOf<N> | undefined> {
  if (!key) return undefined;
  try {
    const answer = await mutate<Answer<AnswerOf<N>>>(key, fetchAhead(key), { revalidate: false });
    return answer?.data;
  } catch {
    return undefined;
  }
}

/** Drops every answer kept for a player: the next one at this browser must not see them. */
export function clearPlayerCache(): void {
  forgetAhead();
  void mutate((key) => isCallKey(key) && playerOf(key) !== '', undefined, { revalidate: false });
}
