/** A typed event emitter. Listeners run in the order in which they were added. */
export interface Emitter<Events> {
  /** Adds a listener and returns a function that removes it. */
  on<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): () => void;
  emit<K extends keyof Events>(name: K, event: Events[K]): void;
}

/** Creates an emitter without listeners. */
export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>();
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener as (event: never) => void));
      return () => set.delete(listener as (event: never) => void);
    },
    emit(name, event) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        (listener as (e: typeof event) => void)(event);
      }
    },
  };
}
