import { lazyRoute, type LazyPage } from './lazyRoute';
import { paths } from '@/lib/paths/paths';

/** The layout of a page. */
export type Frame = 'main' | 'play' | 'account' | 'bare';

/** A page of the site. */
export interface SiteRoute {
  path: string;
  Page: LazyPage;
  frame: Frame;
  /** Requires a login. `unless-demo`: except at the address of a demo. */
  player?: boolean | 'unless-demo';
  /** Available during maintenance. */
  duringMaintenance?: boolean;
}

const home = lazyRoute('lobby', () => import('@/features/lobby/routes/HomeRoute'));
const lists = { namespaces: ['lobby'] };
const slots = lazyRoute('games', () => import('@/features/games/routes/SlotsRoute'), lists);
const live = lazyRoute('games', () => import('@/features/games/routes/LiveRoute'), lists);
const providers = lazyRoute('games', () => import('@/features/games/routes/ProvidersRoute'));
const virtual = lazyRoute('games', () => import('@/features/games/routes/VirtualRoute'));
const play = lazyRoute('play', () => import('@/features/play/routes/PlayRoute'));

const forms = { forms: true };
const payments = { namespaces: ['payments'] };
const paymentForms = { forms: true, namespaces: ['payments'] };
const passwordForms = { forms: true, namespaces: ['password'] };
const login = lazyRoute('auth', () => import('@/features/auth/routes/LoginRoute'), passwordForms);
const forgot = lazyRoute('auth', () => import('@/features/auth/routes/ForgotPasswordRoute'), forms);
const reset = lazyRoute(
  'auth',
  () => import('@/features/auth/routes/AccountResetRoute'),
  passwordForms,
);
const register = lazyRoute(
  'auth',
  () => import('@/features/auth/routes/RegisterRoute'),
  passwordForms,
);
const confirm = lazyRoute('auth', () => import('@/features/auth/routes/RegisterConfirmRoute'));

const promotions = lazyRoute('content', () => import('@/features/content/routes/PromotionsRoute'));
const promotion = lazyRoute('content', () => import('@/features/content/routes/PromotionRoute'));
const tournaments = lazyRoute(
  'content',
  () => import('@/features/content/routes/TournamentsRoute'),
);
const tournament = lazyRoute('content', () => import('@/features/content/routes/TournamentRoute'));
const info = lazyRoute('content', () => import('@/features/content/routes/InfoRoute'));
const contact = lazyRoute('content', () => import('@/features/content/routes/ContactRoute'));

const favorites = lazyRoute('account', () => import('@/features/account/routes/FavoritesRoute'));
const notifications = lazyRoute(
  'notifications',
  () => import('@/features/notifications/routes/NotificationsRoute'),
);
const tickets = lazyRoute('tickets', () => import('@/features/tickets/routes/TicketsRoute'));

const overview = lazyRoute(
  'account',
  () => import('@/features/account/routes/OverviewRoute'),
  passwordForms,
);
const security = lazyRoute(
  'account',
  () => import('@/features/account/routes/SecurityRoute'),
  passwordForms,
);
const limits = lazyRoute('limits', () => import('@/features/account/routes/LimitsRoute'), forms);
const verification = lazyRoute(
  'account',
  () => import('@/features/account/routes/VerificationRoute'),
);
const banks = lazyRoute(
  'cashier',
  () => import('@/features/cashier/routes/BankAccountsRoute'),
  forms,
);
const deposit = lazyRoute(
  'cashier',
  () => import('@/features/cashier/routes/DepositRoute'),
  payments,
);
const withdraw = lazyRoute(
  'cashier',
  () => import('@/features/cashier/routes/WithdrawRoute'),
  payments,
);
const transactions = lazyRoute(
  'history',
  () => import('@/features/history/routes/TransactionsRoute'),
  paymentForms,
);
const history = lazyRoute(
  'history',
  () => import('@/features/history/routes/HistoryRoute'),
  paymentForms,
);
const bonuses = lazyRoute('bonuses', () => import('@/features/bonuses/routes/BonusesRoute'));

const maintenance = lazyRoute(
  'maintenance',
  () => import('@/features/maintenance/routes/MaintenanceRoute'),
);
const demo = lazyRoute(
  'maintenance',
  () => import('@/features/maintenance/routes/MaintenanceDemoRoute'),
);

/** The pages of the site. SiteRoutes adds the redirects (/home, /me) and the not-found page. */
export const siteRoutes: SiteRoute[] = [
  { path: paths.home.pattern, Page: home, frame: 'main' },

  { path: paths.slots.pattern, Page: slots, frame: 'main' },
  { path: paths.slotCategory.pattern, Page: slots, frame: 'main' },
  { path: paths.slotType.pattern, Page: slots, frame: 'main' },
  { path: paths.slotProvider.pattern, Page: slots, frame: 'main' },
  { path: paths.live.pattern, Page: live, frame: 'main' },
  { path: paths.liveCategory.pattern, Page: live, frame: 'main' },
  { path: paths.liveType.pattern, Page: live, frame: 'main' },
  { path: paths.liveProvider.pattern, Page: live, frame: 'main' },
  { path: paths.providers.pattern, Page: providers, frame: 'main' },
  { path: paths.virtual.pattern, Page: virtual, frame: 'main' },
  { path: paths.bingo.pattern, Page: virtual, frame: 'main' },
  { path: paths.sport.pattern, Page: virtual, frame: 'main' },
  { path: paths.liveSport.pattern, Page: virtual, frame: 'main' },

  { path: paths.promotions.pattern, Page: promotions, frame: 'main' },
  { path: paths.promotion.pattern, Page: promotion, frame: 'main' },
  { path: paths.tournaments.pattern, Page: tournaments, frame: 'main' },
  { path: paths.tournament.pattern, Page: tournament, frame: 'main' },
  { path: paths.aboutUs.pattern, Page: info, frame: 'main' },
  { path: paths.info.pattern, Page: info, frame: 'main' },
  { path: paths.contact.pattern, Page: contact, frame: 'main' },

  { path: paths.login.pattern, Page: login, frame: 'main' },
  { path: paths.forgotPassword.pattern, Page: forgot, frame: 'main' },
  { path: paths.accountReset.pattern, Page: reset, frame: 'main' },
  { path: paths.register.pattern, Page: register, frame: 'main' },
  { path: paths.registerConfirm.pattern, Page: confirm, frame: 'main' },

  { path: paths.favorites.pattern, Page: favorites, frame: 'account', player: true },
  { path: paths.notifications.pattern, Page: notifications, frame: 'account', player: true },
  { path: paths.tickets.pattern, Page: tickets, frame: 'account', player: true },

  { path: paths.play.pattern, Page: play, frame: 'play', player: 'unless-demo' },
  { path: paths.playNamed.pattern, Page: play, frame: 'play', player: 'unless-demo' },
  { path: paths.playFull.pattern, Page: play, frame: 'play', player: 'unless-demo' },

  { path: paths.profile.pattern, Page: overview, frame: 'account', player: true },
  { path: paths.profileBankAccounts.pattern, Page: banks, frame: 'account', player: true },
  { path: paths.profileDeposit.pattern, Page: deposit, frame: 'account', player: true },
  { path: paths.profileWithdraw.pattern, Page: withdraw, frame: 'account', player: true },
  { path: paths.profileTransactions.pattern, Page: transactions, frame: 'account', player: true },
  { path: paths.profileHistory.pattern, Page: history, frame: 'account', player: true },
  { path: paths.profileBonuses.pattern, Page: bonuses, frame: 'account', player: true },
  { path: paths.profileSecurity.pattern, Page: security, frame: 'account', player: true },
  { path: paths.profileLimits.pattern, Page: limits, frame: 'account', player: true },
  { path: paths.profileVerification.pattern, Page: verification, frame: 'account', player: true },

  { path: paths.maintenance.pattern, Page: maintenance, frame: 'bare', duringMaintenance: true },
  { path: paths.maintenanceDemo.pattern, Page: demo, frame: 'bare', duringMaintenance: true },
];

/**
 * The gallery of shared components, for development builds only. It is not in `paths`, because the
 * build publishes their patterns to the server.
 */
export const galleryRoute = import.meta.env.DEV
  ? {
      path: '/__ui',
      Page: lazyRoute('gallery', () => import('@/components/gallery/GalleryRoute'), {
        forms: true,
        namespaces: ['password', 'reminders'],
      }),
    }
  : undefined;
