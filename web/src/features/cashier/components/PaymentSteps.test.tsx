import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { cashType } from '@/contracts/constants';
import { useLimitsGet } from '@/contracts/hooks/limits';
import type { CashType, PlayerLimit } from '@/contracts/types';
import type { PaymentMethod } from '../model/methods';
import { mockCall, mockError, renderPage, noLimits } from '@/testing';
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
  fields: [{ name: 'phone', label: 'Telefon', kind: 'phone', required: true, pattern: '' }],
  quick: true,
  qr: false,
};

/** Fills in the form and sends it; the platform refuses it. */
async function refuse(data: object | null, type: CashType = cashType.deposit, over = {}) {
  mockError('prepayServices/processTransaction', { status: 400, message: 'Kabul edilmedi', data });
  const view = await renderPage(
    <MantineRoot>
      <PaymentSteps type={type} method={{ ...method, ...over }} amount={100} />
    </MantineRoot>,
    { namespaces: ['cashier'], player: true },
  );
  const { user } = view;
  await user.type(await screen.findByLabelText('Telefon'), '+905321112233');
  if (type === cashType.withdraw)
    await user.type(screen.getByLabelText('Kimlik son geçerlilik tarihi'), '2031-04-30');
  await user.click(screen.getByRole('button', { name: 'Devam et' }));
  const send = type === cashType.deposit ? 'Para yatır' : 'Para çek';
  await user.click(screen.getByRole('button', { name: send }));
  await screen.findByLabelText('Telefon');
  return view;
}

beforeEach(() => {
  mockCall('finance/payment_outcome', { outcome: 'unknown' });
  mockCall('limits/get', noLimits);
});

const formError = () => screen.queryByText('Kabul edilmedi', { selector: '[role=alert]' });

it.each([
  ['amount', cashType.deposit, 'Tutar'],
  ['phone', cashType.deposit, 'Telefon'],
  ['id_valid_until', cashType.withdraw, 'Kimlik son geçerlilik tarihi'],
] as const)(
  'shows the refusal of %s at its field, until it changes',
  async (field, type, label) => {
    const { user } = await refuse({ field }, type);
    const input = screen.getByLabelText(label);
    await waitFor(() => expect(input).toHaveFocus());
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(/Kabul edilmedi/);
    expect(formError()).toBeNull();
    await user.clear(input);
    await user.type(input, field === 'id_valid_until' ? '2032-04-30' : '200');
    expect(input).toBeValid();
  },
);

it('shows the refusal of an amount at the amounts to choose from', async () => {
  await refuse({ field: 'amount' }, cashType.deposit, { amounts: [100, 250] });
  const amounts = screen.getByRole('group', { name: 'Hazır tutarlar' });
  await waitFor(() => expect(amounts).toHaveFocus());
  expect(amounts).toHaveAccessibleDescription('Kabul edilmedi');
});

it.each([[null], [{ field: 'methodID' }], [{ field: 'bankAccountID' }]])(
  'shows a refusal of no field of the form (%o) above it',
  async (data) => {
    await refuse(data);
    expect(formError()).toBeVisible();
    expect(screen.getByLabelText('Tutar')).toBeValid();
  },
);

it('sends a corrected form without what was refused before', async () => {
  const { user } = await refuse({ field: 'phone' });
  await screen.findByText('Kabul edilmedi', { selector: '[id$=error]' });
  mockCall('user/list_bonuses', []);
  const requests = mockCall('prepayServices/processTransaction', {
    transaction_id: 77,
    status: 1002,
  });
  // The same values again: only the platform knows whether it takes them now.
  await user.click(screen.getByRole('button', { name: 'Devam et' }));
  await user.click(screen.getByRole('button', { name: 'Para yatır' }));
  expect(await screen.findByText('77')).toBeVisible();
  expect(requests).toHaveLength(1);
});

const open = () =>
  renderPage(
    <MantineRoot>
      <PaymentSteps type={cashType.deposit} method={{ ...method, fields: [] }} />
    </MantineRoot>,
    { namespaces: ['cashier', 'payments'], player: true },
  );

it("says what is left of the player's limit before anything is sent", async () => {
  const limit = { kind: 'deposit', amount: 500, used: 300, renews: '2099-01-01 00:00:00' } as const;
  mockCall('limits/get', {
    ...noLimits,
    limits: [
      { ...limit, period: 'week', left: 450 },
      { ...limit, period: 'day', left: 200 },
    ],
  });
  const { user } = await open();
  const amount = await screen.findByLabelText('Tutar');
  await waitFor(() =>
    expect(amount).toHaveAccessibleDescription(/Yatırım limitinizden kalan: 200,00\sTL/),
  );
  await user.type(amount, '300');
  await user.click(screen.getByRole('button', { name: 'Devam et' }));
  expect(amount).toBeInvalid();
  await user.clear(amount);
  await user.type(amount, '200');
  await user.click(screen.getByRole('button', { name: 'Devam et' }));
  expect(await screen.findByRole('button', { name: 'Para yatır' })).toBeVisible();
});

/** What a page below the deposit drawer shows of the limits. */
function Left() {
  return <output>{useLimitsGet().data?.limits[0]?.left}</output>;
}

it('renews what is left of the limit after a deposit, also on the page below', async () => {
  const limit = { kind: 'deposit', period: 'day', amount: 500, renews: '2099-01-01 00:00:00' };
  let used = 0;
  mockCall('limits/get', () => ({
    ...noLimits,
    limits: [{ ...limit, used, left: limit.amount - used }] as PlayerLimit[],
  }));
  mockCall('user/list_bonuses', []);
  mockCall('prepayServices/processTransaction', () => {
    used = 300;
    return { transaction_id: 77, status: 1002 };
  });
  const { user } = await renderPage(
    <MantineRoot>
      <Left />
      <PaymentSteps type={cashType.deposit} method={{ ...method, fields: [] }} />
    </MantineRoot>,
    { namespaces: ['cashier', 'payments'], player: true },
  );
  expect(await screen.findByText(/kalan: 500,00\sTL/)).toBeVisible();
  await user.type(screen.getByLabelText('Tutar'), '300');
  await user.click(screen.getByRole('button', { name: 'Devam et' }));
  await user.click(screen.getByRole('button', { name: 'Para yatır' }));
  const again = await screen.findByRole('button', { name: 'Yeni yatırım' });
  expect(await screen.findByText('200', { selector: 'output' })).toBeVisible();
  await user.click(again);
  expect(await screen.findByText(/kalan: 200,00\sTL/)).toBeVisible();
});

it.each([
  { state: { cool_off: { until: '2099-01-01 00:00:00' } }, text: /^Ara verdiniz: / },
  { state: { exclusion: { until: null } }, text: /^Kendinizi dışladınız: / },
])('offers no deposit while the player has closed them: $text', async ({ state, text }) => {
  mockCall('limits/get', { ...noLimits, ...state });
  await open();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByLabelText('Tutar')).toBeNull();
  expect(screen.getByRole('link', { name: 'Limitlerim' })).toHaveAttribute(
    'href',
    '/profile/limits',
  );
});
