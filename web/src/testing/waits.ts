import { createRequire } from 'node:module';

/** The real setTimeout, because tests may replace it. */
const realSetTimeout = globalThis.setTimeout;

// After a fallback, React waits up to 300 ms before it shows the suspended content. React uses the
// setTimeout of its load time, and only for this delay. Here the delay is zero.
globalThis.setTimeout = ((run: () => void) => realSetTimeout(run)) as typeof setTimeout;
createRequire(import.meta.url)('react-dom/client');
globalThis.setTimeout = realSetTimeout;

// happy-dom has no requestIdleCallback. Without it, late chunks are loaded after two seconds.
window.requestIdleCallback = (run) =>
  Number(setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 })));
window.cancelIdleCallback = (handle) => clearTimeout(handle);
