import type { ReadCallName } from '@/contracts/calls';
import { playerOf, type CallKey } from '@/contracts/keys';
import type { Answer } from '../gateway/envelope';
import { call } from '../gateway/site';
import { epochSignal } from '../session/epoch';
import type { AnswerOf } from '@/contracts/calls';
import { swrConfig } from './config';

interface Prefetched {
  response: Promise<unknown>;
  /** When the request began: milliseconds since 1970. */
  startedAt: number;
}

/** Prefetched responses that no component has used yet, by key. */
const prefetched = new Map<string, Prefetched>();

/** Fetches a key through the gateway, without a toast: components show an error state. */
export async function fetchKey<N extends ReadCallName>(
  key: CallKey<N>,
): Promise<Answer<AnswerOf<N>>> {
  const id = JSON.stringify(key);
  const found = prefetched.get(id);
  prefetched.delete(id);
  if (found && Date.now() - found.startedAt < (swrConfig.dedupingInterval ?? 0)) {
    return found.response as Promise<Answer<AnswerOf<N>>>;
  }
  return read(key);
}

/** Reads of a player end with the player's session. */
function read<N extends ReadCallName>(key: CallKey<N>): Promise<Answer<AnswerOf<N>>> {
  const [name, data] = key;
  const signal = playerOf(key) === '' ? undefined : epochSignal();
  return call(name, data, { suppressToast: true, signal });
}

/**
 * Begins to fetch a key. The next `fetchKey` within SWR's deduping interval uses the same response; one that has failed
 * by then is fetched again.
 */
export function startPrefetch<N extends ReadCallName>(
  key: CallKey<N>,
): Promise<Answer<AnswerOf<N>>> {
  const id = JSON.stringify(key);
  const response = read(key);
  const entry = { response, startedAt: Date.now() };
  prefetched.set(id, entry);
  response.catch(() => {
    if (prefetched.get(id) === entry) prefetched.delete(id);
  });
  return response;
}

/** Removes all prefetched responses. */
export const clearPrefetched = (): void => prefetched.clear();
