import { staffPaths } from '@/lib/paths/staff';
import { lazyRoute, type LazyPage } from '../lazyRoute';

/** A page of the console. */
export interface ConsoleRoute {
  path: string;
  Page: LazyPage;
  /** The least role, for one brand or more; the page shows others that they have no right. Default viewer. */
  least?: 'viewer' | 'support' | 'admin';
}

/** The pages of the console; those of its navigation are in features/staff/navigation.ts. */
export const consoleRoutes: ConsoleRoute[] = [
  {
    path: staffPaths.brands.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/BrandsRoute')),
  },
  {
    path: staffPaths.account.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/OwnAccountRoute')),
  },
];
