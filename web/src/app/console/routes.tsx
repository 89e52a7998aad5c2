import { staffPaths } from '@/lib/paths/staff';
import { lazyRoute, type LazyPage } from '../lazyRoute';

/** A page of the console. */
interface ConsoleRoute {
  path: string;
  Page: LazyPage;
  /** The minimum role for at least one brand. Other accounts see that they have no permission. */
  least: 'viewer' | 'support' | 'editor' | 'admin';
}

const page = (
  { pattern }: { pattern: string },
  load: Parameters<typeof lazyRoute>[1],
  least: ConsoleRoute['least'] = 'viewer',
  namespaces = ['staffPages'],
): ConsoleRoute => ({
  path: pattern,
  Page: lazyRoute('staff', load, { namespaces }),
  least,
});
const studio = () => import('@/features/staff/studio/StudioRoute');
const studioTexts = ['staffPages', 'staffStudio'];
const requests = () => import('@/features/staff/routes/RequestsRoute');

/** The pages of the console. features/staff/navigation.ts has the navigation's pages. */
export const consoleRoutes: ConsoleRoute[] = [
  page(staffPaths.brands, () => import('@/features/staff/routes/BrandsRoute')),
  page(staffPaths.inbox, () => import('@/features/staff/routes/InboxRoute')),
  page(staffPaths.traffic, () => import('@/features/staff/routes/TrafficRoute')),
  page(staffPaths.speed, () => import('@/features/staff/routes/SpeedRoute')),
  page(staffPaths.drift, () => import('@/features/staff/routes/DriftRoute')),
  page(staffPaths.requests, requests, 'support'),
  page(staffPaths.request, requests, 'support'),
  page(staffPaths.players, () => import('@/features/staff/routes/PlayersRoute'), 'support'),
  page(staffPaths.player, () => import('@/features/staff/routes/PlayerRoute'), 'support'),
  page(staffPaths.payments, () => import('@/features/staff/routes/PaymentsRoute'), 'support'),
  page(staffPaths.payment, () => import('@/features/staff/routes/PaymentRoute'), 'support'),
  page(staffPaths.audit, () => import('@/features/staff/routes/AuditRoute')),
  page(staffPaths.keys, () => import('@/features/staff/routes/KeysRoute')),
  page(staffPaths.accounts, () => import('@/features/staff/routes/AccountsRoute'), 'admin'),
  page(staffPaths.brand, () => import('@/features/staff/routes/BrandRoute')),
  page(staffPaths.studio, studio, 'viewer', studioTexts),
  page(staffPaths.studioTab, studio, 'viewer', studioTexts),
  page(staffPaths.close, () => import('@/features/staff/routes/CloseRoute'), 'support'),
  page(staffPaths.window, () => import('@/features/staff/routes/WindowRoute'), 'support'),
  page(staffPaths.cache, () => import('@/features/staff/routes/CacheRoute'), 'support'),
  page(staffPaths.account, () => import('@/features/staff/routes/OwnAccountRoute')),
];
