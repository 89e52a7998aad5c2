import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { cashType } from '@/contracts/constants';
import { savePaymentAnswer, track, type TrackedPayment } from '@/lib/payments';
import { mockCall, mockNetworkError, renderPage, waitForIdle } from '@/testing';
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
