import type { CallName } from '@/contracts/calls';
import type { Bootstrap, Features } from '@/contracts/types';
import { paths } from '../paths/paths';

let current: Bootstrap | undefined;

/** Reads the brand from the page, or fetches `/v1/bootstrap` when the page does not contain it. */
export async function loadBootstrap(): Promise<Bootstrap> {
  const inlined = document.getElementById('croupier-bootstrap')?.textContent;
  const found = inlined
    ? (JSON.parse(inlined) as Bootstrap)
    : await fetch('/v1/bootstrap').then((response) => response.json() as Promise<Bootstrap>);
  current = found;
  return found;
}

/** Returns the brand of this page. Throws before loadBootstrap has finished. */
export function bootstrap(): Bootstrap {
  if (!current) throw new Error('the bootstrap is not loaded, call loadBootstrap first');
  return current;
}

/** Replaces the brand, in the console and in tests. */
export function setBootstrap(value: Bootstrap): void {
  current = value;
}

/** The call that a feature cannot work without. */
export const callOfFeature: Record<keyof Features, CallName> = {
  slots: 'casino/games_list',
  live: 'livecasino/game_table_list',
  virtual: 'virtualgames/init_game',
  bingo: 'virtualgames/init_game',
  sport: 'virtualgames/init_game',
  liveSport: 'virtualgames/init_game',
  tournaments: 'cmscontroller/getTournaments',
  promotions: 'cmscontroller/getPromotions',
  tickets: 'finance/list_transactions',
  lottery: 'finance/list_transactions',
};

/** Returns whether the brand has a feature and the platform its call. Unlisted features are on. */
export function hasFeature(name: string): boolean {
  const { features, unsupported } = bootstrap();
  const call = callOfFeature[name as keyof Features] as CallName | undefined;
  return features[name as keyof Features] !== false && !(call && unsupported.includes(call));
}

/** Returns whether the brand's platform has a call. The gateway rejects others with 404. */
export const supports = (call: CallName): boolean => !bootstrap().unsupported.includes(call);

/** The calls of each page. A page is hidden if the platform has none of its calls. */
export const callsOfPages: readonly (readonly [start: string, ...calls: CallName[]])[] = [
  [paths.slots.to(), 'casino/games_list'],
  [paths.live.to(), 'livecasino/game_table_list'],
  [paths.play.to({ game: 'slot', id: '' }), 'casino/init_game'],
  [paths.play.to({ game: 'live', id: '' }), 'livecasino/init_game'],
  [paths.providers.to(), 'casino/provider_list', 'livecasino/provider_list'],
  [paths.virtual.to(), 'virtualgames/init_game'],
  [paths.bingo.to(), 'virtualgames/init_game'],
  [paths.sport.to(), 'virtualgames/init_game'],
  [paths.liveSport.to(), 'virtualgames/init_game'],
  [paths.promotions.to(), 'cmscontroller/getPromotions'],
  [paths.tournaments.to(), 'cmscontroller/getTournaments'],
  [paths.aboutUs.to(), 'cmscontroller/getInformation'],
  [paths.info.to({ key: '' }), 'cmscontroller/getInformation'],
  [paths.forgotPassword.to(), 'user/forgot'],
  [paths.accountReset.to(), 'user/pass_reset'],
  [paths.register.to(), 'user/register'],
  [paths.registerConfirm.to(), 'user/register_confirm'],
  [paths.favorites.to(), 'user/favorites'],
  [paths.notifications.to(), 'crm/list_mass_messages', 'finance/list_transactions'],
  [paths.tickets.to(), 'finance/list_transactions'],
  [paths.profileBankAccounts.to(), 'finance/list_bank_accounts'],
  [paths.profileDeposit.to(), 'finance/list_cash_methods_new'],
  [paths.profileWithdraw.to(), 'finance/list_cash_methods_new'],
  [paths.profileTransactions.to(), 'finance/list_transactions'],
  [paths.profileHistory.to({ kind: 'bets' }), 'betframe/getCoupons'],
  [paths.profileHistory.to({ kind: 'games' }), 'user/game_history'],
  [paths.profileHistory.to({ kind: 'finance' }), 'finance/list_transactions'],
  [paths.profileHistory.to({ kind: 'bonus' }), 'user/list_bonuses'],
  [paths.profileBonuses.to(), 'user/list_bonuses'],
];

/** Returns whether an address is at or below the start of a page. */
function isBelow(address: string, start: string): boolean {
  const rest = address.slice(start.length);
  return address.startsWith(start) && (start.endsWith('/') || /^([/?#]|$)/.test(rest));
}

/** Returns whether the brand's platform supports the page at an address. */
export function isOffered(address: string): boolean {
  const page = callsOfPages.find(([start]) => isBelow(address, start));
  if (!page) return true;
  const [, ...calls] = page;
  return calls.some(supports);
}
