import type { ResponseEvent } from '@/lib/gateway/events';
import { gatewayHub } from '@/lib/gateway/site';
import { createStore } from '@/lib/store/store';
import { useStore } from '@/lib/store/useStore';

/** A gateway call of this page and how it was served. */
export interface PageCall extends ResponseEvent {
  id: number;
}

/** How many calls are listed. */
const limit = 20;
const calls = createStore<readonly PageCall[]>([]);
let count = 0;

gatewayHub.on('response', (event) => {
  calls.set([{ id: ++count, ...event }, ...calls.get()].slice(0, limit));
});

/** Returns the page's last gateway calls, newest first. The mock does not see calls that the BFF serves from its cache. */
export const usePageCalls = (): readonly PageCall[] => useStore(calls);
