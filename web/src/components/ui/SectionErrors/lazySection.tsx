import { lazy, useId, type ComponentType, type JSX } from 'react';
import { useSectionRead } from '@/lib/store/store';

/**
 * Like React's `lazy`, for a part of a section. React never retries a failed load, but this does
 * when the section is retried.
 */
export function lazySection<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => JSX.Element {
  let failed = false;
  const create = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
  let Part = create();
  return function LazySection(props) {
    useSectionRead(useId(), () => {
      if (failed) Part = create();
      failed = false;
    });
    return <Part {...props} />;
  };
}
