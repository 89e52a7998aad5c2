import { expect, it } from 'vitest';
import type { CallName } from '@/contracts/calls';
import { withoutCalls } from '@/testing/brand';
import { hasFeature, isOffered } from './bootstrap';

it.each<[string, CallName]>([
  ['slots', 'casino/games_list'],
  ['live', 'livecasino/game_table_list'],
  ['bingo', 'virtualgames/init_game'],
  ['tournaments', 'cmscontroller/getTournaments'],
  ['promotions', 'cmscontroller/getPromotions'],
  ['tickets', 'finance/list_transactions'],
])('a platform without some calls has no feature %s without %s', (feature, call) => {
  expect(hasFeature(feature)).toBe(true);
  withoutCalls(call);
  expect(hasFeature(feature)).toBe(false);
});

it.each<[string, CallName]>([
  ['/slot', 'casino/games_list'],
  ['/slot/category/27?sort=new', 'casino/games_list'],
  ['/play/live/5001', 'livecasino/init_game'],
  ['/promotions/3', 'cmscontroller/getPromotions'],
  ['/info/FAQ', 'cmscontroller/getInformation'],
  ['/register', 'user/register'],
  ['/register-account-confirm?registrationID=x', 'user/register_confirm'],
  ['/profile/history/bets', 'betframe/getCoupons'],
  ['/profile/bonuses', 'user/list_bonuses'],
])('a platform without some calls does not offer %s without %s', (address, call) => {
  expect(isOffered(address)).toBe(true);
  withoutCalls(call);
  expect(isOffered(address)).toBe(false);
});

it.each(['/', '/profile', '/login', '/slotted', '/profile/history/games'])(
  'a platform without some calls offers %s, which needs none of them',
  (address) => {
    withoutCalls('casino/games_list', 'user/list_bonuses', 'betframe/getCoupons', 'user/register');
    expect(isOffered(address)).toBe(true);
  },
);

it('a platform without some calls offers the notifications while it has one of their two kinds', () => {
  withoutCalls('crm/list_mass_messages');
  expect(isOffered('/notifications')).toBe(true);
  withoutCalls('crm/list_mass_messages', 'finance/list_transactions');
  expect(isOffered('/notifications')).toBe(false);
});
