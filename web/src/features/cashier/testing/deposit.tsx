import { screen } from '@testing-library/react';
import { isBusy } from '@/lib/busy/busy';
import { noLimits } from '@/testing/brand';
import { mockPlayerStart, signIn } from '@/testing/render';
import { mockBonuses, mockCall } from '@/testing/server';
import { listedMethod, methodProperties, phoneField } from '@/testing/fixtures';
import { renderForm } from '@/testing/forms';
import { DepositRoute } from '../routes/DepositRoute';

/** The call that sends a payment. */
export const pay = 'prepayServices/processTransaction';

/** Mocks a payment that the platform credits immediately. */
export const credited = (transaction_id = 77) => mockCall(pay, { transaction_id, status: 1002 });

/** Credits a payment, and records whether the page is busy meanwhile. */
export function creditWatched() {
  const busyWhileSent: boolean[] = [];
  const answer = { transaction_id: 77, status: 1002 };
  const requests = mockCall(pay, () => (busyWhileSent.push(isBusy()), answer));
  return { busyWhileSent, requests };
}

/** Signs a player in and mocks the calls of the deposit page. */
export function mockDeposits() {
  signIn();
  mockPlayerStart();
  mockCall('finance/payment_outcome', { outcome: 'unknown' });
  mockCall('limits/get', noLimits);
  mockCall('finance/list_transactions', []);
  mockCall('finance/list_highlighted_cash_methods', []);
  const kese = { ...methodProperties, id: 31, name: 'Kese', transferType: 7, fields: [phoneField] };
  mockCall('finance/list_cash_methods_new', {
    methods_list: [
      { type: 'group', id: 502, name: 'Cüzdanlar', logo: '', methods: [kese] },
      listedMethod({ id: 14, name: 'KareGeç', transferType: 9 }, { qr: true }),
    ],
  });
  mockBonuses();
}

/** Opens the deposit page, by default at a payment method. */
export const openDeposit = (query = '?method=31') =>
  renderForm(<DepositRoute />, { path: `/profile/deposit${query}`, namespaces: ['cashier'] });

type User = Awaited<ReturnType<typeof openDeposit>>['user'];

/** Fills in the payment form at once, because typing is slow. */
export async function fill(user: User, amount: string) {
  for (const [label, text] of [
    ['Tutar', amount],
    ['Telefon', '+905321112233'],
  ] as const) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.paste(text);
  }
}

export const next = () => screen.getByRole('button', { name: 'Devam et' });
export const submit = () => screen.getByRole('button', { name: 'Para yatır' });
export const newPayment = () => screen.findByRole('button', { name: 'Yeni yatırım' });

/** Opens the confirmation and confirms it. */
export async function send(user: User) {
  await user.click(next());
  await user.click(submit());
}

/** Opens the page, fills in its form and sends it. */
export async function openAndSend() {
  const view = await openDeposit();
  await fill(view.user, '100');
  await send(view.user);
  return view;
}
