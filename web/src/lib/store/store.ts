/** A set of callbacks that run when something has changed. */
export interface Listeners {
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
