import { useSyncExternalStore } from 'react';
import type { Store } from './store';

/** Returns the value of a store and renders again when it changes. `get` must return a stable value. */
export const useStore = <State>({ get, subscribe }: Omit<Store<State>, 'set'>): State =>
  useSyncExternalStore(subscribe, get, get);
