import { act } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { cashType, notificationTimeoutMs, transactionStatus } from '@/contracts/constants';
import type { Transaction } from '@/contracts/types';
import { settledPayments, showReceiptOf } from '@/lib/payments/site';
import { track, trackedPayments, type TrackedPayment } from '@/lib/payments/tracked';
import { toasts } from '@/lib/toast/store';
import { renderPage } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import { trackedPayment } from '@/testing/fixtures';
import { toastMessages } from '@/testing/toasts';
import PaymentNotices from './PaymentNotices';

const payment: TrackedPayment = {
  ...trackedPayment,
  key: 'k',
  state: 'approved',
  transactionID: 77,
};
const open = () =>
  renderPage(<PaymentNotices username="demo" />, { namespaces: ['payments'], player: true });

it.each([
  [{}, 'positive', '500,00 TL hesabınıza geçti (Kese).'],
  [
    { state: 'refused', message: 'Limit aşıldı' },
    'negative',
    '500,00 TL tutarındaki yatırım gerçekleşmedi (Kese). Limit aşıldı',
  ],
  [{ type: cashType.withdraw }, 'positive', '500,00 TL tutarındaki çekiminiz ödendi (Kese).'],
  [
    { type: cashType.withdraw, state: 'refused' },
    'negative',
    '500,00 TL tutarındaki çekim gerçekleşmedi (Kese).',
  ],
] as const)('tells the end of a payment: %o', async (over, kind, message) => {
  await open();
  act(() => settledPayments.emit('settled', { ...payment, ...over }));
  expect(toastMessages()).toEqual([[kind, message]]);
  expect(toasts.get()[0]?.timeout).toBe(notificationTimeoutMs);
});

it('tells no end that the player has caused or sees', async () => {
  await open();
  act(() => settledPayments.emit('settled', { ...payment, state: 'cancelled' }));
  const hide = showReceiptOf(payment.key);
  onTestFinished(hide);
  act(() => settledPayments.emit('settled', payment));
  expect(toastMessages()).toEqual([]);
  act(() => settledPayments.emit('settled', { ...payment, key: 'another' }));
  expect(toastMessages()).toHaveLength(1);
});

it('follows what was open when the page was left', async () => {
  track('demo', { ...payment, state: 'waiting' });
  mockCall('finance/list_transactions', [
    { transaction_id: 77, transaction_status: transactionStatus.approved } as Transaction,
  ]);
  await open();
  await expect.poll(toastMessages).toEqual([['positive', '500,00 TL hesabınıza geçti (Kese).']]);
  expect(trackedPayments('demo')).toMatchObject([{ state: 'approved' }]);
  await waitForIdle();
});
