import { staffPaths } from '@/lib/paths/staff';
import { lazyRoute, type LazyPage } from '../lazyRoute';

/** A page of the console. */
export interface ConsoleRoute {
  path: string;
  Page: LazyPage;
  /** The least role, for one brand or more; the page shows others that they have no right. Default viewer. */
  least?: 'viewer' | 'support' | 'admin';
}

const pages = { namespaces: ['staffPages'] };

/** The pages of the console; those of its navigation are in features/staff/navigation.ts. */
export const consoleRoutes: ConsoleRoute[] = [
  {
    path: staffPaths.brands.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/BrandsRoute')),
  },
  {
    path: staffPaths.traffic.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/TrafficRoute'), pages),
  },
  {
    path: staffPaths.drift.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/DriftRoute'), pages),
  },
  {
    path: staffPaths.requests.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/RequestsRoute'), pages),
    least: 'support',
  },
  {
    path: staffPaths.request.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/RequestsRoute'), pages),
    least: 'support',
  },
  {
    path: staffPaths.players.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/PlayersRoute'), pages),
    least: 'support',
  },
  {
    path: staffPaths.player.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/PlayerRoute'), pages),
    least: 'support',
  },
  {
    path: staffPaths.payments.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/PaymentsRoute'), pages),
    least: 'support',
  },
  {
    path: staffPaths.payment.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/PaymentRoute'), pages),
    least: 'support',
  },
  {
    path: staffPaths.audit.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/AuditRoute'), pages),
  },
  {
    path: staffPaths.keys.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/KeysRoute'), pages),
  },
  {
    path: staffPaths.accounts.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/AccountsRoute'), pages),
    least: 'admin',
  },
  {
    path: staffPaths.brand.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/BrandRoute')),
  },
  {
    path: staffPaths.close.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/CloseRoute')),
    least: 'support',
  },
  {
    path: staffPaths.window.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/WindowRoute')),
    least: 'support',
  },
  {
    path: staffPaths.cache.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/CacheRoute')),
    least: 'support',
  },
  {
    path: staffPaths.account.pattern,
    Page: lazyRoute('staff', () => import('@/features/staff/routes/OwnAccountRoute')),
  },
];
