import type { CallName } from '@/contracts/calls';
import { paths } from '../paths/paths';
import { bootstrap } from './bootstrap';

/** Returns whether the brand's platform has a call. The gateway answers the others with 404 `unsupported`. */
export const supports = (call: CallName): boolean => !bootstrap().unsupported.includes(call);

/** The calls of a page: without all of them it has nothing to show. */
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

/** Reports whether an address is that of a page or below it. */
function isBelow(address: string, start: string): boolean {
  const rest = address.slice(start.length);
  return address.startsWith(start) && (start.endsWith('/') || /^([/?#]|$)/.test(rest));
}

/** Returns whether an address of the site leads to a page that the brand's platform can fill. */
export function isOffered(address: string): boolean {
  const page = callsOfPages.find(([start]) => isBelow(address, start));
  if (!page) return true;
  const [, ...calls] = page;
  return calls.some(supports);
}
