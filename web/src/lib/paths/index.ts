/** Values that fill the named parts of a pattern. */
type Part = string | number;
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Values<P extends string> = Record<Names<P>, Part>;

/** One address of the site: `pattern` for the router, `to()` for links. */
export interface Path<P extends string> {
  pattern: P;
  /** The address with its parts filled in and escaped. */
  to: Names<P> extends never ? () => string : (values: Values<P>) => string;
}

function path<const P extends string>(pattern: P): Path<P> {
  const to = (values?: Record<string, Part>) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values?.[name])));
  return { pattern, to: to as Path<P>['to'] };
}

/**
 * Every address of the site (spec §2, experience.md). The only file in which a path stands literally;
 * the build writes the patterns to dist/routes.json, from which the server knows what exists.
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

  play: path('/play/:type/:id'),
  playNamed: path('/play/:type/:id/:gamingType'),
  playFull: path('/play/:type/:id/:gamingType/:providerName'),

  profile: path('/profile'),
  profileBankAccounts: path('/profile/bank-accounts'),
  profileDeposit: path('/profile/deposit'),
  profileWithdraw: path('/profile/withdraw'),
  profileTransactions: path('/profile/transactions'),
  profileHistory: path('/profile/history/:kind'),
  profileBonuses: path('/profile/bonuses'),
  profileSecurity: path('/profile/security'),
  profileLimits: path('/profile/limits'),

  maintenance: path('/maintenance'),
  maintenanceControl: path('/maintenance-control'),
  maintenanceDemo: path('/maintenance-demo'),
} as const;

/** The kinds of `/profile/history/:kind`. */
export const historyKinds = ['bets', 'games', 'finance', 'bonus'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** The keys of `/info/:key`, each with the information type it asks for (spec §2, §7). */
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

/**
 * Patterns of the addresses that exist, parts with a closed set of values spelled out,
 * so that the server answers 404 for any other.
 */
export function routePatterns(): string[] {
  const closed: Record<string, readonly string[]> = {
    [paths.profileHistory.pattern]: historyKinds.map((kind) => paths.profileHistory.to({ kind })),
    [paths.info.pattern]: Object.keys(infoKeys).map((key) => paths.info.to({ key })),
  };
  return Object.values(paths).flatMap(({ pattern }) => closed[pattern] ?? [pattern]);
}
