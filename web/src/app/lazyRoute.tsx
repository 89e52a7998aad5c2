import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBar } from '@/components/ui/LoadingBar/LoadingBar';
import { reloadOnce } from '@/lib/chunks/lateChunk';
import { loadNamespace } from '@/lib/i18n/i18n';
import { createStore, useStore } from '@/lib/store/store';

type RouteModule = Record<string, unknown>;

/** The module that `lazy` loads. */
interface Loaded {
  default: ComponentType;
}

interface LazyRouteOptions {
  /** The route has forms. It is loaded with Mantine and rendered inside MantineRoot. */
  forms?: boolean;
  /** Namespaces of shared components on the page, loaded with the feature's own. */
  namespaces?: readonly string[];
}

/** A page that is fetched for its first render, or earlier by `preload`. */
export type LazyPage = LazyExoticComponent<ComponentType> & { preload(): Promise<unknown> };

/**
 * Creates a page that is fetched on demand with the feature's texts. The module exports its
 * component as default or under a name that ends with "Route".
 */
export function lazyRoute(
  feature: string,
  load: () => Promise<RouteModule>,
  { forms = false, namespaces = [] }: LazyRouteOptions = {},
): LazyPage {
  let fetched: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;
  const fetchAll = async (): Promise<Loaded> => {
    const [module, mantine] = await Promise.all([
      load(),
      forms ? import('@/components/forms/MantineRoot') : undefined,
      ...[feature, ...namespaces].map(loadNamespace),
    ]);
    const Page = componentOf(module);
    if (!mantine) return { default: Page };
    const { MantineRoot } = mantine;
    const WithForms = () => (
      <MantineRoot>
        <Page />
      </MantineRoot>
    );
    return { default: WithForms };
  };
  const once = () => {
    fetched ??= trackPageLoading(fetchAll()).then((page) => (loaded = page));
    // The next attempt fetches again.
    void fetched.catch(() => (fetched = undefined));
    return fetched;
  };
  // Only a page that the visitor opens may reload. Failed preloads are ignored.
  return Object.assign(
    lazy(() => (loaded ? atOnce(loaded) : once().catch(reloadOnce))),
    { preload: () => once().catch(() => undefined) },
  );
}

/**
 * Returns a promise that `lazy` finds resolved, so a preloaded page renders at once. After a real
 * promise React would show the fallback first, and keep it for a third of a second.
 */
const atOnce = (page: Loaded) =>
  ({ then: (resolve: (page: Loaded) => void) => resolve(page) }) as unknown as Promise<Loaded>;

function componentOf(module: RouteModule): ComponentType {
  const found =
    module.default ?? Object.entries(module).find(([name]) => name.endsWith('Route'))?.[1];
  if (typeof found !== 'function')
    throw new Error('could not load a route: the module exports no component');
  return found as ComponentType;
}

/** The number of pages that are being fetched. */
const loading = createStore(0);

/** Shows the loading bar until the fetch of a page has ended. */
export async function trackPageLoading<T>(task: Promise<T>): Promise<T> {
  loading.set(loading.get() + 1);
  try {
    return await task;
  } finally {
    loading.set(loading.get() - 1);
  }
}

/** The loading bar while a page is being fetched. */
export function PageLoadingBar() {
  const { t } = useTranslation('common');
  return useStore(loading) > 0 && <LoadingBar label={t('loading')} />;
}
