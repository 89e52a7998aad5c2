import { matchPath } from 'react-router';
import { readDeposit } from '@/lib/deposit/openDeposit';
import { siteRoutes } from './routes';

type Navigate = (to: string) => void;

// The router reads the address when it mounts. A page load would lose the toasts.
let navigator: Navigate = (to) => history.replaceState(null, '', to);

/** Navigates from outside components, with the mounted router or else by changing the address. */
export const navigateTo: Navigate = (to) => navigator(to);

/** Sets the function that navigates. The router sets it when it mounts. */
export function setNavigator(navigate: Navigate): void {
  navigator = navigate;
}

/** Returns whether the current page, or the deposit drawer over it, requires a login. */
export const isProtectedPage = (): boolean =>
  readDeposit(location.search) !== undefined ||
  siteRoutes.some(({ path, player }) => player && matchPath(path, location.pathname));

/** Fetches the page of a path for the first render. */
export async function preloadRoute(pathname: string): Promise<void> {
  const route = siteRoutes.find(({ path }) => matchPath(path, pathname));
  await route?.Page.preload();
}

/** Fetches a page when a link to it is hovered or focused. */
export function preloadOnIntent(): void {
  const onIntent = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="/"]');
    if (link) void preloadRoute(link.pathname);
  };
  for (const name of ['pointerover', 'focusin'])
    document.addEventListener(name, onIntent, { passive: true });
}
