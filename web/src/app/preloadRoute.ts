import { matchPath } from 'react-router';
import { siteRoutes } from './routes';

/** Fetches the page of a path, so that the first render has it. */
export async function preloadRoute(pathname: string): Promise<void> {
  const route = siteRoutes.find(({ path }) => matchPath(path, pathname));
  await route?.Page.preload();
}

/** Fetches a page when a link to it is hovered or focused. Returns the function that stops it. */
export function preloadOnIntent(): () => void {
  const onIntent = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="/"]');
    if (link) void preloadRoute(link.pathname);
  };
  const names = ['pointerover', 'focusin'] as const;
  for (const name of names) document.addEventListener(name, onIntent, { passive: true });
  return () => names.forEach((name) => document.removeEventListener(name, onIntent));
}
