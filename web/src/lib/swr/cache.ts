import { mutate, SWRConfig, type Arguments, type State } from 'swr';
import type { ReadCallName } from '@/contracts/calls';
import { isCallKey, playerOf, type CallKey } from '@/contracts/keys';
import type { Answer } from '../gateway/envelope';
import { isGatewayError } from '../gateway/error';
import type { AnswerOf, RequestOf } from '@/contracts/calls';
import { startPrefetch, clearPrefetched } from './fetcher';
import { inlinedAge } from './inlined';

const matches = (names: readonly string[]) => (key: unknown) =>
  isCallKey(key) && names.includes(key[0]);

/** Returns the keys of paged lists. SWR prefixes them and skips them in filters. */
const pagedKeys = (name: ReadCallName): string[] =>
  [...SWRConfig.defaultValue.cache.keys()].filter((key) => key.startsWith(`$inf$@"${name}",`));

/** Revalidates every cached response of these calls, for example after a write. */
export async function refresh(...names: ReadCallName[]): Promise<void> {
  const lists = names.flatMap(pagedKeys).map(refreshPages);
  await Promise.all([mutate(matches(names)), ...lists]);
}

/** Revalidates all pages of a list, as its hook's `mutate`. Without the mark SWR keeps them. */
function refreshPages(key: string): Promise<unknown> {
  const { cache } = SWRConfig.defaultValue;
  cache.set(key, { ...cache.get(key), _i: true } as State);
  return mutate(key);
}

/** The state of a response in SWR's cache. */
interface CachedState {
  error?: unknown;
  _k?: Arguments;
}

/** Revalidates every response that failed because of the gateway's block or maintenance. */
export async function refreshFailed(): Promise<void> {
  const { cache } = SWRConfig.defaultValue;
  const failed = [...cache.keys()].filter((key) => {
    const state = cache.get(key) as CachedState | undefined;
    return isGatewayError(state?.error, 'blocked', 'server', 'maintenance', 'part-closed');
  });
  await Promise.all(
    failed.map((key) => mutate((cache.get(key) as CachedState | undefined)?._k ?? key)),
  );
}

/** Revalidates all data of the page after a long absence. */
export async function refreshShown(): Promise<void> {
  inlinedAge.set(inlinedAge.get() + 1);
  await mutate((key) => isCallKey(key) || String(key).startsWith('/v1/rows?'));
}

/** Changes cached responses of a call in place, if `only` accepts their request. */
export async function patch<N extends ReadCallName>(
  name: N,
  change: (data: AnswerOf<N>) => AnswerOf<N>,
  only: (request: RequestOf<N>) => boolean = () => true,
): Promise<void> {
  await mutate<Answer<AnswerOf<N>>>(
    (key) => matches([name])(key) && only((key as CallKey<N>)[1]),
    (old) => old && { ...old, data: change(old.data) },
    { revalidate: false },
  );
}

/**
 * Fetches a key before its component renders, or uses a `given` response. The component makes no
 * second request. Resolves with undefined after a failure, and the component shows its error state.
 */
export async function prefetch<N extends ReadCallName>(
  key: CallKey<N> | null,
  given?: Answer<AnswerOf<N>>,
): Promise<AnswerOf<N> | undefined> {
  if (!key) return undefined;
  try {
    const response = await mutate<Answer<AnswerOf<N>>>(key, startPrefetch(key, given), {
      revalidate: false,
    });
    return response?.data;
  } catch {
    return undefined;
  }
}

/** Removes every cached response of a player, so the next player of this browser cannot see it. */
export function clearPlayerCache(): void {
  clearPrefetched();
  void mutate((key) => isCallKey(key) && playerOf(key) !== '', undefined, { revalidate: false });
  // SWR's filters skip paged lists. Their keys end with the player, which is empty for a guest.
  const { cache } = SWRConfig.defaultValue;
  for (const key of [...cache.keys()])
    if (key.startsWith('$inf$') && !key.endsWith('"",')) cache.delete(key);
}
