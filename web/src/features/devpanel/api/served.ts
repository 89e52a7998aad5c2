import { useSyncExternalStore } from 'react';
import { gatewayHub, type ResponseEvent } from '@/lib/gateway';

/** A call of the page with its cache status. */
export interface Served extends ResponseEvent {
  id: number;
}

/** The number of calls that are stored. */
const kept = 20;
const listeners = new Set<() => void>();
let served: readonly Served[] = [];
let count = 0;

gatewayHub.on('answered', (answered) => {
  served = [{ id: ++count, ...answered }, ...served].slice(0, kept);
  listeners.forEach((listener) => listener());
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns the page's last gateway calls, newest first. The mock cannot see which were served from the cache.
 */
export const useServed = () => useSyncExternalStore(subscribe, () => served);
