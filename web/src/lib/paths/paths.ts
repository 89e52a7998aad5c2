import { path } from './path.ts';

/**
 * Every address of the site. Addresses of the console are in staff.ts. Only these files contain
 * literal paths. The build writes the patterns to dist/routes.json for the server.
 */
export const paths = {
  home: path('/'),
  oldHome: path('/home'),
  me: path('/me'),

  slots: path('/slot'),
  slotCategory: path('/slot/category/:categoryID'),
  slotType: path('/slot/type/:type'),
  slotProvider: path('/slot/provider/:providerID'),

  live: path('/live'),
  liveCategory: path('/live/category/:categoryID'),
  liveType: path('/live/type/:type'),
  liveProvider: path('/live/provider/:providerID'),

  providers: path('/providers'),

  virtual: path('/virtual'),
  bingo: path('/bingo'),
  sport: path('/sport'),
  liveSport: path('/live-sport'),

  promotions: path('/promotions'),
  promotion: path('/promotions/:id'),
  tournaments: path('/tournaments'),
  tournament: path('/tournaments/:id'),

  aboutUs: path('/about-us'),
  info: path('/info/:key'),
  contact: path('/contact'),

  login: path('/login'),
  forgotPassword: path('/forgot-password'),
  accountReset: path('/account_reset'),
  register: path('/register'),
  registerConfirm: path('/register-account-confirm'),

  favorites: path('/favorites'),
  notifications: path('/notifications'),
  tickets: path('/tickets'),

  play: path('/play/:game/:id'),
  playNamed: path('/play/:game/:id/:gamingType'),
  playFull: path('/play/:game/:id/:gamingType/:providerName'),

  profile: path('/profile'),
  profileBankAccounts: path('/profile/bank-accounts'),
  profileDeposit: path('/profile/deposit'),
  profileWithdraw: path('/profile/withdraw'),
  profileTransactions: path('/profile/transactions'),
  profileHistory: path('/profile/history/:kind'),
  profileBonuses: path('/profile/bonuses'),
  profileSecurity: path('/profile/security'),
  profileLimits: path('/profile/limits'),
  profileVerification: path('/profile/verification'),

  maintenance: path('/maintenance'),
  maintenanceControl: path('/maintenance-control'),
  maintenanceDemo: path('/maintenance-demo'),
} as const;

/** The kinds of `/profile/history/:kind`. */
export const historyKinds = ['bets', 'games', 'finance', 'bonus'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** The keys of `/info/:key`, each with its information type. */
export const infoKeys = {
  AboutUs: 'SiteInformation',
  FAQ: 'SSSinformation',
  GeneralRules: 'GenelKurallar',
  BetRules: 'BahisKurallari',
  CasinoRules: 'CasinoKurallari',
  BonusRules: 'PromoSart',
  Privacy: 'GizlilikBilgisi',
  Financial: 'FinancialsInformation',
  ResponsibleGaming: 'SorumluOyunculuk',
} as const;
export type InfoKey = keyof typeof infoKeys;
