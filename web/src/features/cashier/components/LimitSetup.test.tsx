import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { cashType } from '@/contracts/constants';
import type { CashType, LimitsAnswer } from '@/contracts/types';
import { toasts } from '@/lib/toast';
import { mockCall, mockError, noLimits, renderPage, waitForIdle } from '@/testing';
import type { PaymentMethod } from '../model/methods';
import { PaymentSteps } from './PaymentSteps';

const method: PaymentMethod = {
  id: 31,
  name: 'Kese',
  logo: '',
  transferType: 7,
  isFavorite: 0,
  min: 50,
  max: 1000,
  fee: 0,
  duration: 0,
  fields: [],
  quick: true,
  qr: false,
};
const required: LimitsAnswer = { ...noLimits, deposit_limit_required: true };
const limited: LimitsAnswer = {
  ...noLimits,
  limits: [
    {
      kind: 'deposit',
      period: 'week',
      amount: 500,
      used: 0,
      left: 500,
      renews: '2099-01-02 00:00:00',
    },
  ],
};

let state: LimitsAnswer;
beforeEach(() => {
  state = required;
  mockCall('limits/get', () => state);
  mockCall('finance/payment_outcome', { outcome: 'unknown' });
  toasts.get().forEach(({ id }) => toasts.dismiss(id));
});

const open = (type: CashType = cashType.deposit) =>
  renderPage(
    <MantineRoot>
      <PaymentSteps type={type} method={method} amount={100} />
    </MantineRoot>,
    { namespaces: ['cashier', 'payments'], player: true },
  );
type User = Awaited<ReturnType<typeof open>>['user'];

const setup = () => screen.findByRole('region', { name: 'Önce yatırım limitinizi belirleyin' });
const limitAmount = () => screen.getByLabelText('Limit tutarı');
const save = (user: User) => user.click(screen.getByRole('button', { name: 'Kaydet ve devam et' }));

it('asks for a limit before the first deposit; the form appears once it is set', async () => {
  const { user } = await open();
  expect(await setup()).toBeVisible();
  expect(screen.queryByLabelText('Tutar')).toBeNull();
  const refused = mockError('limits/set', { status: 400, message: 'Çok yüksek' });
  await save(user);
  expect(limitAmount()).toHaveAccessibleDescription(/sıfırdan büyük/i);
  expect(refused).toHaveLength(0);

  await user.click(screen.getByRole('button', { name: 'Haftalık' }));
  await user.type(limitAmount(), '500');
  await save(user);
  await waitFor(() => expect(limitAmount()).toHaveAccessibleDescription('Çok yüksek'));

  const set = mockCall('limits/set', () => (state = limited));
  await save(user);
  const amount = await screen.findByLabelText('Tutar');
  expect(amount).toHaveValue('100');
  expect(amount).toHaveAccessibleDescription(/Yatırım limitinizden kalan: 500,00\sTL/);
  expect(set).toHaveLength(1);
  expect(set[0]?.data).toMatchObject({ kind: 'deposit', period: 'week', amount: 500 });
  expect(toasts.get().map(({ message }) => message)).toEqual(['Yatırım limitiniz geçerli']);
});

it('asks for a limit where a deposit is refused without one, and keeps what was entered', async () => {
  state = noLimits;
  mockError('prepayServices/processTransaction', {
    status: 423,
    debug: 'limit required',
    message: 'Önce bir limit belirleyin',
  });
  const { user } = await open();
  const amount = await screen.findByLabelText('Tutar');
  await user.clear(amount);
  await user.type(amount, '250');
  await user.click(screen.getByRole('button', { name: 'Devam et' }));
  state = required;
  await user.click(screen.getByRole('button', { name: 'Para yatır' }));
  expect(await setup()).toBeVisible();

  mockCall('limits/set', () => (state = limited));
  await user.type(limitAmount(), '500');
  await save(user);
  expect(await screen.findByLabelText('Tutar')).toHaveValue('250');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks for no limit during a break, which closes deposits anyway', async () => {
  state = { ...required, cool_off: { until: '2099-01-01 00:00:00' } };
  await open();
  expect(await screen.findByText(/^Ara verdiniz: /)).toBeVisible();
  expect(screen.queryByLabelText('Limit tutarı')).toBeNull();
});

it('asks for no limit before a withdrawal', async () => {
  mockCall('finance/list_bank_accounts', []);
  await open(cashType.withdraw);
  expect(await screen.findByLabelText('Tutar')).toBeVisible();
  await waitForIdle();
  expect(screen.queryByLabelText('Limit tutarı')).toBeNull();
});
