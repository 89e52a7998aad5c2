import type { SWRConfiguration } from 'swr';
import type { AnswerOf, ReadCallName } from '@/contracts/calls';
import { playerOf, type CallKey } from '@/contracts/keys';
import type { Answer } from '../gateway/envelope';
import { isGatewayError, type GatewayError } from '../gateway/error';
import { call } from '../gateway/site';
import { epochSignal } from '../session/epoch';

/** SWR's configuration. The BFF retries reads, so the browser retries only after network errors. */
export const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  dedupingInterval: 5000,
  shouldRetryOnError: (error: GatewayError) => error.reason === 'network',
  errorRetryCount: 3,
};

interface Prefetched {
  response: Promise<unknown>;
  /** The start of the request: milliseconds since 1970. */
  startedAt: number;
}

/** Prefetched responses that no component has used yet, by key. */
const prefetched = new Map<string, Prefetched>();

/** Fetches a key through the gateway without a toast. Components show an error state. */
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

/** The reads of one object. Without records they have nothing to show. */
type ObjectCallName = {
  [N in ReadCallName]: AnswerOf<N> extends readonly unknown[] ? never : N;
}[ReadCallName];

const objectCalls: Readonly<Record<ObjectCallName, true>> = {
  'cmscontroller/getIcSlider': true,
  'search/suggest': true,
  'system/ping': true,
  'maintenance/check_status': true,
  'limits/get': true,
  'limits/session': true,
  'user/get_user_profile': true,
  'user/two_auth_type': true,
  'user/check_user_ga': true,
  'finance/payment_outcome': true,
  'finance/list_cash_methods_new': true,
  'finance/check_favorite_cash_method': true,
  'envoy/getDepositAmounts': true,
};

const emptyList = { data: [], message: '', pagination: null };

/** Reads a key. A player's read ends with the session. A list without records is empty. */
async function read<N extends ReadCallName>(key: CallKey<N>): Promise<Answer<AnswerOf<N>>> {
  const [name, data] = key;
  const signal = playerOf(key) === '' ? undefined : epochSignal();
  try {
    return await call(name, data, { suppressToast: true, signal });
  } catch (error) {
    if (name in objectCalls || !isGatewayError(error, 'no-records')) throw error;
    return emptyList as unknown as Answer<AnswerOf<N>>;
  }
}

/**
 * Begins to fetch a key, unless a response is `given` or on its way. The next `fetchKey` within
 * SWR's deduping interval uses the same response. A failed prefetch is repeated.
 */
export function startPrefetch<N extends ReadCallName>(
  key: CallKey<N>,
  given?: Answer<AnswerOf<N>>,
): Promise<Answer<AnswerOf<N>>> {
  const id = JSON.stringify(key);
  const response = Promise.resolve(given ?? fetchKey(key));
  const entry = { response, startedAt: Date.now() };
  prefetched.set(id, entry);
  response.catch(() => {
    if (prefetched.get(id) === entry) prefetched.delete(id);
  });
  return response;
}

/** Removes all prefetched responses. */
export const clearPrefetched = (): void => prefetched.clear();
