import { matchPath } from 'react-router';
import { readDeposit } from '@/lib/deposit/address';
import { siteRoutes } from './routes';

type Navigate = (to: string) => void;

let navigator: Navigate = (to) => location.assign(to);

/** Navigates from outside components: with the router when it is mounted, or else by loading the page. */
export const navigateTo: Navigate = (to) => navigator(to);

/** Sets the router's navigate function. */
export function setNavigator(navigate: Navigate): void {
  navigator = navigate;
}

/** Returns whether the current page needs a login, itself or for the deposit drawer over it. */
export const isProtectedPage = (): boolean =>
  readDeposit(location.search) !== undefined ||
  siteRoutes.some(({ path, player }) => player && matchPath(path, location.pathname));
