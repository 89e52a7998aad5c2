import { lazy, useId, type ComponentType, type JSX } from 'react';
import { useSectionRead } from '@/lib/store/sectionReads';

/**
 * Like React's `lazy`, for a part of a section: React never loads again what has failed to load, and this does when the
 * section is tried again.
 */
export function lazySection(load: () => Promise<{ default: ComponentType }>): () => JSX.Element {
  let failed = false;
  const create = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
  let Part = create();
  return function LazySection() {
    useSectionRead(useId(), () => {
      if (failed) Part = create();
      failed = false;
    });
    return <Part />;
  };
}
