import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { cashType } from '@/contracts/constants';
import { savePaymentAnswer, track, type TrackedPayment } from '@/lib/payments';
import type { Bonus, BonusStatus } from '@/contracts/types';
import { mockCall, mockError, mockNetworkError, renderPage, waitForIdle } from '@/testing';
import { Receipt } from './Receipt';

const key = '01890000-0000-7000-8000-000000000001';
const payment: TrackedPayment = {
  key,
  type: cashType.deposit,
  method: 14,
  name: 'KareGeç',
  amount: 500,
  at: Date.parse('2026-11-20T10:00:00Z'),
  state: 'waiting',
  transactionID: 77,
};

function open(over: Partial<TrackedPayment> = {}) {
  track('demo', { ...payment, ...over });
  return renderPage(<Receipt paymentKey={key} onStartOver={() => undefined} />, {
    namespaces: ['cashier', 'payments'],
    player: true,
  });
}

const goOn = { name: 'Ödemeye devam et' };
const code = { name: 'Ödeme için QR kod' };

describe('how a waiting payment goes on', () => {
  const answer = {
    outcome: 'executed',
    transaction_id: 77,
    url: 'https://odeme.example/77',
    qr: 'PAY:77',
  } as const;
  beforeEach(() => void mockNetworkError('finance/payment_outcome'));

  it('is asked once where this tab does not know, as after a restart of the browser', async () => {
    const asked = mockCall('finance/payment_outcome', answer);
    const { unmount } = await open();
    expect(await screen.findByRole('img', code)).toBeVisible();
    expect(screen.getByRole('link', goOn)).toHaveAttribute('href', answer.url);
    expect(asked.map(({ data }) => data)).toEqual([expect.objectContaining({ key })]);
    unmount();
    await open();
    expect(await screen.findByRole('img', code)).toBeVisible();
    await waitForIdle();
    expect(asked).toHaveLength(1);
  });

  it('is asked once also where nothing has to be done', async () => {
    const asked = mockCall('finance/payment_outcome', { outcome: 'executed', transaction_id: 77 });
    const { unmount } = await open();
    await waitForIdle();
    unmount();
    await open();
    await waitForIdle();
    expect(screen.queryByRole('img', code)).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('is not asked where this tab knows it, nor of a settled payment', async () => {
    const asked = mockCall('finance/payment_outcome', answer);
    savePaymentAnswer(key, { qr: 'PAY:77' });
    const { unmount } = await open();
    expect(await screen.findByRole('img', code)).toBeVisible();
    unmount();
    mockCall('user/list_bonuses', []);
    await open({ state: 'approved' });
    expect(await screen.findByText('Hesabınıza geçti', { selector: 'h2' })).toBeVisible();
    await waitForIdle();
    expect(asked).toHaveLength(0);
  });
});

describe('the bonus of a credited deposit', () => {
  const bonus = (status: BonusStatus): Bonus => ({
    bonusID: 301,
    title: 'Hoş geldin bonusu',
    html: '',
    amount: 500,
    currency: 'TRY',
    wager_required: 10000,
    wager_done: 0,
    expires_at: null,
    status,
  });
  const listAt = (at: BonusStatus) =>
    mockCall('user/list_bonuses', ({ data }) => (data.status === at ? [bonus(at)] : []));
  const claim = () => screen.findByRole('button', { name: 'Bonusu al' });

  it('is claimed once and stays, lit up and with what has to be wagered', async () => {
    listAt('available');
    const { user } = await open({ state: 'approved' });
    const claims = mockCall('user/claim_bonus', bonus('active'));
    const button = await claim();
    listAt('active');
    await user.dblClick(button);
    expect(await screen.findByText('Hoş geldin bonusu alındı')).toBeVisible();
    expect(claims.map(({ data }) => data.bonusID)).toEqual([301]);
    await waitForIdle();
    const title = screen.getByText('Hoş geldin bonusu');
    expect(title.closest('.claimed')).not.toBeNull();
    expect(screen.getByText(/^Devam eden bonusunuz: 10\.000.* çevrim kaldı$/)).toBeVisible();
    expect(button).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Bonuslar' })).toHaveFocus();
  });

  it('can be claimed again after a failure', async () => {
    listAt('available');
    mockError('user/claim_bonus', { status: 409, message: 'Devam eden bir bonusunuz var' });
    const { user } = await open({ state: 'approved' });
    await user.click(await claim());
    await waitForIdle();
    await waitFor(async () => expect(await claim()).toBeEnabled());
    const claims = mockCall('user/claim_bonus', bonus('active'));
    expect(screen.getByText('Hoş geldin bonusu').closest('.claimed')).toBeNull();
    await user.click(await claim());
    expect(await screen.findByText('Hoş geldin bonusu alındı')).toBeVisible();
    expect(claims).toHaveLength(1);
  });

  it.each([
    ['of a deposit that waits', { state: 'waiting' }, 'available'],
    ['of a withdrawal', { state: 'approved', type: cashType.withdraw }, 'available'],
    ['while another one runs', { state: 'approved' }, 'active'],
  ] as const)('is not offered %s', async (_, over, at) => {
    mockNetworkError('finance/payment_outcome');
    listAt(at);
    await open(over);
    await screen.findByRole('heading', { level: 2 });
    await waitForIdle();
    expect(screen.queryByRole('button', { name: 'Bonusu al' })).toBeNull();
  });
});
