import { createContext, use, useSyncExternalStore } from 'react';

/** A set of callbacks that run when something has changed. */
interface Listeners {
  /** Adds a callback and returns the function that removes it. Does not depend on `this`. */
  subscribe(listener: () => void): () => void;
  notify(): void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify() {
      for (const listener of [...listeners]) listener();
    },
  };
}

/** A value that components and other modules can subscribe to. */
export interface Store<State> {
  get(): State;
  /** Replaces the value; subscribers run when it differs by Object.is. */
  set(state: State): void;
  subscribe(listener: () => void): () => void;
}

/** Creates a store in memory. Components read it with `useStore`. */
export function createStore<State>(initial: State): Store<State> {
  const { subscribe, notify } = createListeners();
  let state = initial;
  return {
    get: () => state,
    set(next) {
      if (Object.is(state, next)) return;
      state = next;
      notify();
    },
    subscribe,
  };
}

/** Returns the value of a store and renders again when it changes. `get` must return a stable value. */
export const useStore = <State>({ get, subscribe }: Omit<Store<State>, 'set'>): State =>
  useSyncExternalStore(subscribe, get, get);

/** Adds a read of the section: `forget` drops its response, by `key` once. */
export type AddRead = (key: string, forget: () => void) => void;

/**
 * The reads of a section of the page. A section that could not be rendered is rendered again with new responses, since
 * the cached ones would fail again.
 */
export const SectionReads = createContext<AddRead | undefined>(undefined);

/** Adds a read to its section. Called while rendering: the effects of a section that fails never run. */
export function useSectionRead(key: string | undefined, forget: () => void): void {
  const add = use(SectionReads);
  if (key !== undefined) add?.(key, forget);
}
