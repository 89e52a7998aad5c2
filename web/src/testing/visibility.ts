import { vi } from 'vitest';

class Observer {
  constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.callback([{ isIntersecting: true }]);
  }
  disconnect = vi.fn();
  unobserve = vi.fn();
}

/** Reports every element as visible, since the test environment has no layout; until `vi.unstubAllGlobals`. */
export const showEveryElement = () => void vi.stubGlobal('IntersectionObserver', Observer);
