import { matchPath } from 'react-router';
import { siteRoutes } from './routes';

type Navigate = (to: string) => void;

let navigator: Navigate = (to) => location.assign(to);

/** Navigates from outside components: with the router when it is mounted, or else by loading the page. */
export const navigateTo: Navigate = (to) => navigator(to);

/** Sets the router's navigate function. */
export function setNavigator(navigate: Navigate): void {
  navigator = navigate;
}

/** Returns whether the current page needs a login. */
export const isProtectedPage = (): boolean =>
  siteRoutes.some(({ path, player }) => player && matchPath(path, location.pathname));
