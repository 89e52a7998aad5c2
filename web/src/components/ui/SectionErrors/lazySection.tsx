import { lazy, useId, type ComponentType, type JSX } from 'react';
import { reloadOnce } from '@/lib/chunks/lateChunk';
import { loadNamespace } from '@/lib/i18n/i18n';
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

/** Loads a component with its texts, for `lazy`. If the chunk is missing, the page reloads once. */
export async function withTexts<Module, Name extends keyof Module>(
  module: Promise<Module>,
  name: Name,
  namespace: string,
): Promise<{ default: Module[Name] }> {
  const [loaded] = await Promise.all([module, loadNamespace(namespace)]).catch(reloadOnce);
  return { default: loaded[name] };
}
