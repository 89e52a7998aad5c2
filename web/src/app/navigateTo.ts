import { matchPath } from 'react-router';
import { readDeposit } from '@/lib/deposit/openDeposit';
import { siteRoutes } from './routes';

type Navigate = (to: string) => void;

// The router, once it is mounted, reads the address. Loading the page would lose the toasts.
let navigator: Navigate = (to) => history.replaceState(null, '', to);

/** Navigates from outside components: with the router when it is mounted, or else by changing the address. */
export const navigateTo: Navigate = (to) => navigator(to);

/** Sets the function that navigates: the router's, once it is mounted. */
export function setNavigator(navigate: Navigate): void {
  navigator = navigate;
}

/** Returns whether the current page needs a login, itself or for the deposit drawer over it. */
export const isProtectedPage = (): boolean =>
  readDeposit(location.search) !== undefined ||
  siteRoutes.some(({ path, player }) => player && matchPath(path, location.pathname));

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
