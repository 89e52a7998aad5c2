export { createListeners, createStore } from './store';
export type { Listeners, Store } from './store';
export { useStore } from './useStore';
