import { path } from './path.ts';

/** Every address of the console, in its own file because the landing page does not need it. */
export const staffPaths = {
  brands: path('/maintenance-control'),
  brand: path('/maintenance-control/brands/:brand'),
  /** The page of the brand studio that opens first, and its other pages. */
  studio: path('/maintenance-control/studio/:brand'),
  studioTab: path('/maintenance-control/studio/:brand/:tab'),
  inbox: path('/maintenance-control/inbox'),
  requests: path('/maintenance-control/requests'),
  request: path('/maintenance-control/requests/:id'),
  players: path('/maintenance-control/players'),
  player: path('/maintenance-control/players/:brand/:uid'),
  payments: path('/maintenance-control/payments'),
  payment: path('/maintenance-control/payments/:key'),
  traffic: path('/maintenance-control/traffic'),
  speed: path('/maintenance-control/speed'),
  drift: path('/maintenance-control/drift'),
  audit: path('/maintenance-control/audit'),
  keys: path('/maintenance-control/keys'),
  accounts: path('/maintenance-control/accounts'),
  /** Closes a brand, or all brands with `*`. */
  close: path('/maintenance-control/close/:brand'),
  window: path('/maintenance-control/brands/:brand/windows/:id'),
  cache: path('/maintenance-control/cache'),
  invitation: path('/maintenance-control/invitation'),
  account: path('/maintenance-control/account'),
} as const;
