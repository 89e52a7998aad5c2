import { path } from './path.ts';

/** Every address of the console. A file of its own: the landing page does not contain it. */
export const staffPaths = {
  brands: path('/maintenance-control'),
  brand: path('/maintenance-control/brands/:brand'),
  invitation: path('/maintenance-control/invitation'),
  account: path('/maintenance-control/account'),
} as const;
