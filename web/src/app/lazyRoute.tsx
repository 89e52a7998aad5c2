import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadNamespace } from '@/lib/i18n/i18n';
import { trackPageLoading } from './pageLoading';
import { reloadOnce } from './staleChunk';

type RouteModule = Record<string, unknown>;

export interface LazyRouteOptions {
  /** The route has forms: Mantine is loaded with it and stands around it. */
  forms?: boolean;
}

/** A page that is fetched when first gone to, or before by `preload`. */
export type LazyPage = LazyExoticComponent<ComponentType> & { preload(): Promise<unknown> };

/**
 * A feature's page, fetched when first gone to, together with the feature's texts. The module exports
 * its component by name or as default.
 */
export function lazyRoute(
  feature: string,
  load: () => Promise<RouteModule>,
  { forms = false }: LazyRouteOptions = {},
): LazyPage {
  let fetched: Promise<{ default: ComponentType }> | undefined;
  const fetchAll = async () => {
    const [module, mantine] = await Promise.all([
      load(),
      forms ? import('@/components/forms/MantineRoot') : undefined,
      loadNamespace(feature),
    ]).catch(reloadOnce);
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
  const once = () => (fetched ??= trackPageLoading(fetchAll()));
  // A page that fails ahead of time fails again where it is shown, on the error screen.
  return Object.assign(lazy(once), { preload: () => once().catch(() => undefined) });
}

function componentOf(module: RouteModule): ComponentType {
  const found =
    module.default ?? Object.entries(module).find(([name]) => name.endsWith('Route'))?.[1];
  if (typeof found !== 'function') throw new Error('a route module exports no component');
  return found as ComponentType;
}
