import { mutate, SWRConfig } from 'swr';
import type { Answer, AnswerOf, CallName, RequestOf } from '../gateway';
import { fetchAhead, forgetAhead } from './fetcher';
import { isCallKey, type CallKey } from './key';

const of = (names: readonly CallName[]) => (key: unknown) =>
  isCallKey(key) && names.includes(key[0]);

/** The keys of lists kept page by page: SWR marks them and passes them over in filters. */
const pagedKeys = (name: CallName): string[] =>
  [...SWRConfig.defaultValue.cache.keys()].filter((key) => key.startsWith(`$inf$@"${name}",`));

/** Asks every kept answer of these calls again: what a write has made old. */
export async function refresh(...names: CallName[]): Promise<void> {
  const lists = names.flatMap(pagedKeys).map((key) => mutate(key));
  await Promise.all([mutate(of(names)), ...lists]);
}

/** Changes kept answers of a call in place, those asked with data that `only` picks. */
export async function patch<N extends CallName>(
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
export async function prime<N extends CallName>(key: CallKey<N>): Promise<AnswerOf<N> | undefined> {
  try {
    const answer = await mutate<Answer<AnswerOf<N>>>(key, fetchAhead(key), { revalidate: false });
    return answer?.data;
  } catch {
    return undefined;
  }
}

/** Drops every answer kept for a player: the next one at this browser must not see them. */
export function forgetPlayers(): void {
  forgetAhead();
  void mutate((key) => isCallKey(key) && key[3] !== '', undefined, { revalidate: false });
}
