import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { isBusy } from '@/lib/busy/busy';
import { paymentEvents } from '@/lib/events/payment';
import { track, trackedPayments } from '@/lib/payments/tracked';
import { waitForIdle } from '@/testing/waitForIdle';
import { trackedPayment } from '@/testing/fixtures';
import { idempotencyKeys, mockCall, mockError, mockNetworkError } from '@/testing/server';
import {
  credited,
  creditWatched,
  fill,
  mockDeposits,
  newPayment,
  openAndSend,
  openDeposit,
  pay,
  send,
} from '../testing/deposit';

const unknown = { status: 504, debug: 'outcome unknown', message: 'Bilinmiyor' };
const refused = { message: 'Yöntem kapalı' };
const rateLimited = { status: 429, debug: 'rate limited', message: 'Çok fazla istek' };
const unknownTitle = 'Ödemenizin sonucu henüz bilinmiyor';
const again = () => screen.findByRole('button', { name: 'Aynı ödemeyi yeniden gönder' });

beforeEach(mockDeposits);

describe('a deposit', () => {
  it('repeats its key while the outcome is unknown, and the next payment has a new one', async () => {
    const first = mockError(pay, unknown);
    const { user } = await openAndSend();
    expect(await screen.findByText(unknownTitle)).toBeVisible();
    const link = screen.getByRole('link', { name: 'İşlemlere bak' });
    expect(link).toHaveAttribute('href', '/profile/transactions');
    expect(isBusy()).toBe(false);
    const { busyWhileSent, requests: second } = creditWatched();
    await user.click(await again());
    await user.click(await newPayment());
    expect(idempotencyKeys(second)).toEqual(idempotencyKeys(first));
    expect(second[0]?.data).toEqual(first[0]?.data);
    expect(busyWhileSent).toEqual([true]);

    const third = credited(78);
    await fill(user, '100');
    await send(user);
    await screen.findByText('78');
    expect(idempotencyKeys(third)).not.toEqual(idempotencyKeys(first));
  });

  it('stays unknown when a retry fails without a final response', async () => {
    const first = mockError(pay, unknown);
    const { user } = await openAndSend();
    await again();
    mockError(pay, rateLimited);
    await user.click(await again());
    expect(await screen.findByText('Çok fazla istek')).toBeVisible();
    expect(screen.getByText(unknownTitle)).toBeVisible();
    const last = mockError(pay, refused);
    await user.click(await again());
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
    expect(idempotencyKeys(last)).toEqual(idempotencyKeys(first));
  });

  it('shows the unknown outcome after a reload, not an empty form', async () => {
    mockNetworkError(pay);
    const { unmount } = await openAndSend();
    await screen.findByText(unknownTitle);
    unmount();
    const { user } = await openDeposit();
    expect(await screen.findByText(/sonucu gelmeden bağlantı kesildi/)).toBeVisible();
    expect(screen.queryByLabelText('Tutar')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Yeni ödeme başlat' }));
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
  });

  it('is not sent while the outcome of another tab’s payment is unknown', async () => {
    const { user } = await openDeposit();
    await fill(user, '100');
    const other = { ...trackedPayment, key: 'other', amount: 500, at: Date.now() };
    act(() => track('demo', { ...other, state: 'unknown' }));
    const requests = credited();
    await send(user);
    expect(await screen.findByText(unknownTitle)).toBeVisible();
    expect(screen.getByText(/^500,00\sTL · /)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Aynı ödemeyi yeniden gönder' })).toBeNull();
    expect(requests).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Yeni ödeme başlat' }));
    expect(await screen.findByLabelText('Tutar')).toHaveValue('100');
    await send(user);
    await screen.findByText('77');
    expect(idempotencyKeys(requests)).not.toContain('other');
    expect(trackedPayments('demo').find(({ key }) => key === 'other')?.amount).toBe(500);
  });

  it('is resolved while the page is open when staff have settled it', async () => {
    const first = mockError(pay, unknown);
    await openAndSend();
    await screen.findByText(unknownTitle);
    await waitForIdle();
    const outcome = { outcome: 'executed', message: 'Ödemeniz alındı.' } as const;
    mockCall('finance/payment_outcome', { ...outcome, transaction_id: 7100042 });
    paymentEvents.emit('settled', { key: 'of another payment', status: 'executed' });
    await waitForIdle();
    expect(screen.getByText(unknownTitle)).toBeVisible();
    paymentEvents.emit('settled', { key: idempotencyKeys(first)[0] ?? '', status: 'executed' });
    expect(await screen.findByText('7100042')).toBeVisible();
  });

  it('is resolved after a reload when staff have settled it', async () => {
    mockNetworkError(pay);
    const { unmount } = await openAndSend();
    await screen.findByText(unknownTitle);
    unmount();
    mockCall('finance/payment_outcome', { outcome: 'refused', message: 'Ödemeniz gerçekleşmedi.' });
    await openDeposit();
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
    expect((await screen.findAllByText('Ödemeniz gerçekleşmedi.'))[0]).toBeVisible();
  });

  it('repeats its key when the platform has not processed the payment', async () => {
    const first = mockError(pay, rateLimited);
    const { user } = await openAndSend();
    await screen.findAllByText('Çok fazla istek');
    const second = credited();
    await send(user);
    await newPayment();
    expect(idempotencyKeys(second)).toEqual(idempotencyKeys(first));
  });
});
