import { useSyncExternalStore } from 'react';
import { gatewayHub, type ResponseEvent } from '@/lib/gateway';

/** One of the page's own calls and how it was served. */
export interface Served extends ResponseEvent {
  id: number;
}

/** How many are remembered. */
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

/** The page's last gateway calls, newest first: whether kept answers served them, the mock cannot know. */
export const useServed = () => useSyncExternalStore(subscribe, () => served);
