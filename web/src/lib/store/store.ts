import { createContext, use, useSyncExternalStore } from 'react';

/** A set of callbacks that run after a change. */
interface Listeners {
  /** Adds a callback and returns a function that removes it. Does not depend on `this`. */
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
  /** Replaces the value. Subscribers run if it differs by Object.is. */
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

/** Returns a store's value and renders again when it changes. `get` must return a stable value. */
export const useStore = <State>({ get, subscribe }: Omit<Store<State>, 'set'>): State =>
  useSyncExternalStore(subscribe, get, get);

/** Adds a read of the section by `key`. `forget` drops its response. */
export type AddRead = (key: string, forget: () => void) => void;

/**
 * The reads of a section of the page. A failed section renders again with new responses, because
 * the cached ones would fail again.
 */
export const SectionReads = createContext<AddRead | undefined>(undefined);

/** Adds a read to its section while rendering, because a failed section never runs effects. */
export function useSectionRead(key: string | undefined, forget: () => void): void {
  const add = use(SectionReads);
  if (key !== undefined) add?.(key, forget);
}
