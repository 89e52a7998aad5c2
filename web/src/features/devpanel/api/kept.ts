import { useSyncExternalStore } from 'react';

/** How a gateway answer was served. */
export interface Served {
  id: number;
  /** `HIT`, `STALE`, `COALESCED`, `MISS`, `BYPASS`, or '' where the answer did not say. */
  cache: string;
  /** class/method */
  call: string;
  status: number;
  requestId: string;
}

/** How many answers are remembered. */
const kept = 20;
const listeners = new Set<() => void>();
let served: readonly Served[] = [];
let count = 0;

/** Watches the page's gateway calls for `Croupier-Cache`, which the mock behind cannot know. The answer stops it. */
export function watchServed(): () => void {
  const before = globalThis.fetch;
  const watched: typeof fetch = async (...args) => {
    const response = await before(...args);
    const [address, init] = args;
    if (address === '/endpoint/v1' && typeof init?.body === 'string') note(init.body, response);
    return response;
  };
  globalThis.fetch = watched;
  return () => {
    if (globalThis.fetch === watched) globalThis.fetch = before;
  };
}

function note(body: string, response: Response) {
  const { api } = JSON.parse(body) as { api: { class: string; method: string } };
  const entry = {
    id: ++count,
    cache: response.headers.get('Croupier-Cache') ?? '',
    call: `${api.class}/${api.method}`,
    status: response.status,
    requestId: response.headers.get('X-Request-Id') ?? '',
  };
  served = [entry, ...served].slice(0, kept);
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The page's last gateway calls, newest first, with how each was served. */
export const useServed = () => useSyncExternalStore(subscribe, () => served);
