/**
 * A page and its goals for Lighthouse's mobile preset with DevTools throttling. Times are in
 * milliseconds and sizes in KiB.
 * @typedef {object} Page
 * @property {string} name
 * @property {boolean} player whether a player is signed in
 * @property {(games: any[]) => string} path the path, from the first games of casino/games_list
 * @property {boolean} [indexed] whether search engines may list it
 * @property {Record<string, number>} goals minimum scores, and maximums of all other figures
 */

const scores = { accessibility: 100, practices: 100 };

/** @type {Page[]} */
export const pages = [
  {
    name: '/',
    player: false,
    indexed: true,
    path: () => '/',
    goals: {
      performance: 99,
      ...scores,
      seo: 100,
      fcp: 1100,
      lcp: 1600,
      tbt: 100,
      cls: 0.01,
      total: 330,
      scripts: 112,
      styles: 8,
      fonts: 60,
    },
  },
  {
    name: '/slot',
    player: false,
    indexed: true,
    path: () => '/slot',
    goals: { performance: 97, ...scores, seo: 100, fcp: 1100, lcp: 1600, tbt: 100, cls: 0.01 },
  },
  {
    name: 'play',
    player: true,
    path: ([game]) => `/play/slot/${game.gameID}`,
    goals: { performance: 92, ...scores, fcp: 1100, lcp: 2200, tbt: 100, cls: 0.01 },
  },
  {
    name: 'cashier',
    player: true,
    path: () => '/profile/deposit',
    goals: { performance: 92, ...scores, fcp: 1100, lcp: 2200, tbt: 100, cls: 0.01 },
  },
];

/** The goals of a page in a mode. Sizes have goals with the mock's small pictures only. */
export function goalsOf(page, mode) {
  if (mode === 'desktop') return { performance: 99 };
  if (mode !== 'heavy') return page.goals;
  return { ...page.goals, lcp: Math.max(page.goals.lcp, 2000), total: undefined };
}

/** The figures with a minimum goal. All others have a maximum. */
export const leastFigures = ['performance', 'accessibility', 'practices', 'seo'];
