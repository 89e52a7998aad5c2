import { createContext, use } from 'react';

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
