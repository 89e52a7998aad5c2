import { cashType } from '@/contracts/constants';
import type { Bonus, Login, MethodField, MethodProperties, SingleMethod } from '@/contracts/types';
import type { TrackedPayment } from '@/lib/payments/tracked';
import { exampleOf } from './server';

/** The first slot game, live table and profile of the contract's examples. */
export const exampleGame = exampleOf('casino/games_list')[0]!;
export const exampleTable = exampleOf('livecasino/game_table_list')[0]!;
export const exampleProfile = exampleOf('user/get_user_profile');

/** The response of a login without a second factor. */
export const login: Login = {
  rid: 20,
  uid: 'u',
  sid: 's',
  uip: 'i',
  gtm: '3',
  language: 'tr',
  username: 'demo',
  lastlogin: null,
  gasecret: '',
};

export const methodProperties: MethodProperties = {
  isFavorite: 0,
  min: 50,
  max: 1000,
  fee: 0,
  duration: 0,
  fields: [],
  quick: true,
  qr: false,
};

export const phoneField: MethodField = {
  name: 'phone',
  label: 'Telefon',
  kind: 'phone',
  required: true,
  pattern: '',
};

/** A payment method as the cashier's forms take it. */
export const paymentMethod = {
  ...methodProperties,
  id: 31,
  name: 'Kese',
  logo: '',
  transferType: 7,
};

/** A payment method as the platform lists it. */
export const listedMethod = (
  over: Partial<SingleMethod> = {},
  properties: Partial<MethodProperties> = {},
): SingleMethod => ({
  type: 'single',
  id: 31,
  name: 'Kese',
  logo: '',
  transferType: 7,
  properties: { ...methodProperties, ...properties },
  ...over,
});

/** A payment that the site follows. */
export const trackedPayment: TrackedPayment = {
  key: '01890000-0000-7000-8000-000000000001',
  type: cashType.deposit,
  method: 31,
  name: 'Kese',
  amount: 500,
  at: Date.parse('2026-11-20T10:00:00Z'),
  state: 'waiting',
};

export const availableBonus: Bonus = {
  bonusID: 301,
  title: 'Hoş geldin bonusu',
  html: '<p>İlk yatırımınıza %100.</p>',
  amount: 500,
  currency: 'TRY',
  wager_required: 10000,
  wager_done: 0,
  expires_at: null,
  status: 'available',
};
