import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import PaymentNotices from '@/components/payments/PaymentNotices';
import { cashType } from '@/contracts/constants';
import { useLimitsGet } from '@/contracts/hooks/limits';
import type { CashType, LimitsAnswer, PlayerLimit } from '@/contracts/types';
import { trackedPayments } from '@/lib/payments/tracked';
import { toasts } from '@/lib/toast/store';
import { noLimits } from '@/testing/brand';
import { holdCall, mockCall, mockError } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import { paymentMethod, phoneField } from '@/testing/fixtures';
import { renderForm } from '@/testing/forms';
import { toastMessages } from '@/testing/toasts';
import { Receipt } from './Receipt';
import { PaymentSteps, type PaymentStepsProps } from './PaymentSteps';

const pay = 'prepayServices/processTransaction';
const deposit = { type: cashType.deposit, method: paymentMethod };
const renews = '2099-01-01 00:00:00';

/** The response of limits/get. */
let state: LimitsAnswer;

beforeEach(() => {
  state = noLimits;
  mockCall('limits/get', () => state);
  mockCall('finance/payment_outcome', { outcome: 'unknown' });
  mockCall('user/list_bonuses', []);
});

/** A payment that its receipt replaces. */
function Payment(props: Partial<PaymentStepsProps>) {
  const [receipt, setReceipt] = useState<string>();
  return receipt === undefined ? (
    <PaymentSteps {...deposit} onReceipt={setReceipt} {...props} />
  ) : (
    <Receipt paymentKey={receipt} onStartOver={() => setReceipt(undefined)} />
  );
}

const options = { namespaces: ['cashier', 'payments'], player: true };
const open = (over: Partial<PaymentStepsProps> = {}) => renderForm(<Payment {...over} />, options);
type User = Awaited<ReturnType<typeof open>>['user'];

const next = (user: User) => user.click(screen.getByRole('button', { name: 'Devam et' }));
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Para yatır' }));

async function enter(user: User, label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.paste(text);
}

describe('a refusal', () => {
  const formError = () => screen.queryByText('Kabul edilmedi', { selector: '[role=alert]' });

  /** Fills in the form and sends it. The platform refuses it. */
  async function refuse(data: object | null, type: CashType = cashType.deposit, over = {}) {
    mockError(pay, { status: 400, message: 'Kabul edilmedi', data });
    const method = { ...paymentMethod, fields: [phoneField], ...over };
    const view = await open({ type, method, amount: 100 });
    await enter(view.user, 'Telefon', '+905321112233');
    if (type === cashType.withdraw)
      await view.user.type(screen.getByLabelText('Kimlik son geçerlilik tarihi'), '2031-04-30');
    await next(view.user);
    const name = type === cashType.deposit ? 'Para yatır' : 'Para çek';
    await view.user.click(screen.getByRole('button', { name }));
    await screen.findByLabelText('Telefon');
    return view;
  }

  it.each([
    ['amount', cashType.deposit, 'Tutar'],
    ['phone', cashType.deposit, 'Telefon'],
    ['id_valid_until', cashType.withdraw, 'Kimlik son geçerlilik tarihi'],
  ] as const)('of %s is shown at its field, until it changes', async (field, type, label) => {
    const { user } = await refuse({ field }, type);
    const input = screen.getByLabelText(label);
    await waitFor(() => expect(input).toHaveFocus());
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(/Kabul edilmedi/);
    expect(formError()).toBeNull();
    await user.clear(input);
    await user.type(input, field === 'id_valid_until' ? '2032-04-30' : '200');
    expect(input).toBeValid();
  });

  it('of an amount is shown at the amounts to choose from', async () => {
    await refuse({ field: 'amount' }, cashType.deposit, { amounts: [100, 250] });
    const amounts = screen.getByRole('group', { name: 'Önerilen tutarlar' });
    await waitFor(() => expect(amounts).toHaveFocus());
    expect(amounts).toHaveAccessibleDescription('Kabul edilmedi');
  });

  it.each([[null], [{ field: 'methodID' }], [{ field: 'bankAccountID' }]])(
    'of no field of the form (%o) is shown above it',
    async (data) => {
      await refuse(data);
      expect(formError()).toBeVisible();
      expect(screen.getByLabelText('Tutar')).toBeValid();
    },
  );

  it('does not prevent another attempt with the same form', async () => {
    const { user } = await refuse({ field: 'phone' });
    await screen.findByText('Kabul edilmedi', { selector: '[id$=error]' });
    const requests = mockCall(pay, { transaction_id: 77, status: 1002 });
    // Sends the same values again, because only the platform knows whether it accepts them now.
    await next(user);
    await send(user);
    expect(await screen.findByText('77')).toBeVisible();
    expect(requests).toHaveLength(1);
  });
});

describe('the limit of deposits', () => {
  it('shows its remainder before the payment is sent', async () => {
    const limit = { kind: 'deposit', amount: 500, used: 300, renews } as const;
    const week = { ...limit, period: 'week', left: 450 } as const;
    state = { ...noLimits, limits: [week, { ...limit, period: 'day', left: 200 }] };
    const { user } = await open();
    const amount = await screen.findByLabelText('Tutar');
    const left = /Yatırım limitinizden kalan: 200,00\sTL/;
    await waitFor(() => expect(amount).toHaveAccessibleDescription(left));
    await enter(user, 'Tutar', '300');
    await next(user);
    expect(amount).toBeInvalid();
    await enter(user, 'Tutar', '200');
    await next(user);
    expect(await screen.findByRole('button', { name: 'Para yatır' })).toBeVisible();
  });

  /** Shows the limits of a page below the deposit drawer. */
  function Left() {
    return <output>{useLimitsGet().data?.limits[0]?.left}</output>;
  }

  it('is read again after a deposit, also on the page below', async () => {
    const limit = { kind: 'deposit', period: 'day', amount: 500, renews };
    let used = 0;
    mockCall('limits/get', () => ({
      ...noLimits,
      limits: [{ ...limit, used, left: limit.amount - used }] as PlayerLimit[],
    }));
    mockCall(pay, () => {
      used = 300;
      return { transaction_id: 77, status: 1002 };
    });
    const page = (
      <>
        <Left />
        <Payment />
      </>
    );
    const { user } = await renderForm(page, options);
    expect(await screen.findByText(/kalan: 500,00\sTL/)).toBeVisible();
    await enter(user, 'Tutar', '300');
    await next(user);
    await send(user);
    const again = await screen.findByRole('button', { name: 'Yeni yatırım' });
    expect(await screen.findByText('200', { selector: 'output' })).toBeVisible();
    await user.click(again);
    expect(await screen.findByText(/kalan: 200,00\sTL/)).toBeVisible();
  });
});

it.each([
  { closed: { cool_off: { until: renews } }, text: 'Yatırımlar kapalı. Para çekme açık.' },
  { closed: { exclusion: { until: null } }, text: 'Yatırımlar kapalı. Para çekme açık.' },
])(
  'deposits closed by the player are not offered, and no limit is required: $text',
  async ({ closed, text }) => {
    state = { ...noLimits, deposit_limit_required: true, ...closed };
    await open();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByLabelText('Tutar')).toBeNull();
    expect(screen.queryByLabelText('Limit tutarı')).toBeNull();
    const link = screen.getByRole('link', { name: 'Limitlerim' });
    expect(link).toHaveAttribute('href', '/profile/limits');
  },
);

describe('a limit that is required', () => {
  const required: LimitsAnswer = { ...noLimits, deposit_limit_required: true };
  const weekly = { kind: 'deposit', period: 'week', amount: 500, used: 0, left: 500 } as const;
  const limited: LimitsAnswer = { ...noLimits, limits: [{ ...weekly, renews }] };

  const setup = () => screen.findByRole('region', { name: 'Önce yatırım limitinizi belirleyin' });
  const limitAmount = () => screen.getByLabelText('Limit tutarı');
  const save = (user: User) =>
    user.click(screen.getByRole('button', { name: 'Kaydet ve devam et' }));

  it('is required before the first deposit, and then the form appears', async () => {
    state = required;
    const { user } = await open({ amount: 100 });
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

  it('is required after a refused deposit, without losing the input', async () => {
    mockError(pay, { status: 423, debug: 'limit required', message: 'Önce bir limit belirleyin' });
    const { user } = await open();
    await enter(user, 'Tutar', '250');
    await next(user);
    state = required;
    await send(user);
    expect(await setup()).toBeVisible();

    mockCall('limits/set', () => (state = limited));
    await user.type(limitAmount(), '500');
    await save(user);
    expect(await screen.findByLabelText('Tutar')).toHaveValue('250');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not required for a withdrawal', async () => {
    state = required;
    mockCall('finance/list_bank_accounts', []);
    await open({ type: cashType.withdraw });
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
    await waitForIdle();
    expect(screen.queryByLabelText('Limit tutarı')).toBeNull();
  });
});

describe('a payment with a form that closed before the response', () => {
  /** A page with a payment that can be closed. */
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <PaymentNotices username="demo" />
        {isOpen && <Payment amount={100} />}
        <button type="button" onClick={() => setOpen(!isOpen)}>
          Aç veya kapat
        </button>
      </>
    );
  }

  /** Sends a payment, delays its response, and closes its form. */
  async function sendAndClose() {
    mockCall('finance/payment_outcome', { outcome: 'in_flight' });
    const release = holdCall(pay);
    const { user } = await renderForm(<Page />, options);
    await screen.findByLabelText('Tutar');
    await next(user);
    await send(user);
    await waitFor(() => expect(trackedPayments('demo')).toMatchObject([{ state: 'unknown' }]));
    const toggle = () => user.click(screen.getByText('Aç veya kapat'));
    await toggle();
    return { release, toggle };
  }

  it.each([
    [
      'credited',
      () => mockCall(pay, { transaction_id: 77, status: 1002 }),
      [['positive', '100,00 TL hesabınıza geçti (Kese).']],
      { state: 'approved', transactionID: 77 },
    ],
    [
      'refused',
      () => mockError(pay, { status: 402, message: 'Kart reddedildi' }),
      [['negative', '100,00 TL tutarındaki yatırım gerçekleşmedi (Kese). Kart reddedildi']],
      { state: 'refused', message: 'Kart reddedildi' },
    ],
    [
      'waiting',
      () => mockCall(pay, { transaction_id: 77, status: 1001 }),
      [],
      { state: 'waiting' },
    ],
  ])(
    'is stored for the notifications when it is %s, and reported after its end',
    async (_, mock, told, kept) => {
      mock();
      mockCall('finance/list_transactions', []);
      const { release } = await sendAndClose();
      release();
      await waitFor(() => expect(trackedPayments('demo')).toMatchObject([kept]));
      await waitForIdle();
      expect(toastMessages()).toEqual(told);
      expect(trackedPayments('demo')[0]?.seen).toBeUndefined();
    },
  );

  it('is not reported if the form was opened again and shows the receipt', async () => {
    mockCall(pay, { transaction_id: 77, status: 1002 });
    const { release, toggle } = await sendAndClose();
    await toggle();
    await screen.findByText('Ödemenizin sonucu henüz bilinmiyor');
    release();
    expect(await screen.findByText('Hesabınıza geçti', { selector: 'h2' })).toBeVisible();
    await waitForIdle();
    expect(toastMessages()).toEqual([]);
    expect(trackedPayments('demo')).toMatchObject([{ state: 'approved', seen: true }]);
  });
});
