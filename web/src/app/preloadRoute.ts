import { matchPath } from 'react-router';
import { siteRoutes } from './routes';

/** Fetches the page that stands at an address, so that the first render has it. */
export async function preloadRoute(pathname: string): Promise<void> {
  const hit = siteRoutes.find(({ path }) => matchPath(path, pathname));
  await hit?.Page.preload();
}

/** Fetches a page as soon as a link to it is pointed at or focused. The answer stops it. */
export function preloadOnIntent(): () => void {
  const look = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="/"]');
    if (link) void preloadRoute(link.pathname);
  };
  const names = ['pointerover', 'focusin'] as const;
  for (const name of names) document.addEventListener(name, look, { passive: true });
  return () => names.forEach((name) => document.removeEventListener(name, look));
}
