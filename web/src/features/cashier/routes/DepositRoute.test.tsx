import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessTransactionAnswer } from '@/contracts/types';
import { isBusy } from '@/lib/busy/busy';
import { followedMs } from '@/lib/payments/follow';
import { trackedPayments } from '@/lib/payments/tracked';
import { toasts } from '@/lib/toast/store';
import { noLimits, withoutCalls } from '@/testing/brand';
import { clearCache } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import {
  holdCall,
  idempotencyKeys,
  mockBonuses,
  mockCall,
  mockError,
  mockRoute,
} from '@/testing/server';
import { availableBonus } from '@/testing/fixtures';
import {
  credited,
  creditWatched,
  fill,
  mockDeposits,
  newPayment,
  next,
  openAndSend,
  openDeposit,
  pay,
  send,
  submit,
} from '../testing/deposit';

const refused = { message: 'Yöntem kapalı' };

beforeEach(mockDeposits);

/** Sends a payment that remains undecided at the platform. */
async function openAndWait(answer: Partial<ProcessTransactionAnswer> = {}) {
  const { user } = await openDeposit('?method=14');
  mockCall(pay, { transaction_id: 77, status: 1001, ...answer });
  await user.click(await screen.findByRole('button', { name: /^100\sTL$/ }));
  await send(user);
  await newPayment();
}

describe('the methods', () => {
  const method = () => screen.findByRole('link', { name: /KareGeç/ });

  it('appear with the notices above them, which would shift them', async () => {
    mockBonuses({ ...availableBonus, title: 'Yatırım bonusu' });
    const release = holdCall('user/list_bonuses');
    await openDeposit('');
    const early = screen.findByRole('link', { name: /KareGeç/ }, { timeout: 300 });
    await expect(early).rejects.toThrow();
    release();
    expect(await method()).toBeVisible();
    expect(screen.getByText('Yatırım bonusu')).toBeVisible();
  });

  it('appear if the bonuses cannot be loaded', async () => {
    mockError('user/list_bonuses', { status: 502, debug: 'upstream error' });
    await openDeposit('');
    expect(await method()).toBeVisible();
  });

  it('lead to support if there are none, and to withdrawals during a break', async () => {
    mockCall('finance/list_cash_methods_new', { methods_list: [] });
    const { unmount } = await openDeposit('');
    expect(await screen.findByRole('link', { name: 'Desteğe yaz' })).toBeVisible();
    unmount();
    mockCall('limits/get', { ...noLimits, cool_off: { until: '2099-01-02 10:00:00' } });
    clearCache();
    await openDeposit('');
    const withdraw = await screen.findByRole('link', { name: 'Para çek' });
    expect(withdraw).toHaveAttribute('href', '/profile/withdraw');
  });

  it('appear at once, without favourite buttons, if the platform has no highlights', async () => {
    withoutCalls('finance/list_highlighted_cash_methods', 'finance/add_favorite_cash_method');
    await openDeposit('');
    expect(await screen.findByRole('link', { name: 'Kese' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /favori/i })).toBeNull();
  });

  it('of a group can be favourites, which are listed first', async () => {
    const { user } = await openDeposit('');
    const requests = mockCall('finance/add_favorite_cash_method');
    const answer = holdCall('finance/add_favorite_cash_method');
    const favoriteButton = await screen.findByRole('button', { name: 'Kese: favori' });
    expect(favoriteButton).toHaveAttribute('aria-pressed', 'false');
    await user.click(favoriteButton);
    await user.click(screen.getAllByRole('button', { name: 'KareGeç: favori' })[0]!);
    answer();
    const favorites = await screen.findByRole('region', { name: 'Favorileriniz' });
    expect(within(favorites).getByRole('link', { name: 'Kese' })).toBeVisible();
    expect(await within(favorites).findByRole('link', { name: 'KareGeç' })).toBeVisible();
    expect(requests.map(({ data }) => data)).toMatchObject([
      { id: 31, Type: 1 },
      { id: 14, Type: 1 },
    ]);
    expect((await screen.findAllByText('Favorilere Başarıyla Eklendi'))[0]).toBeVisible();

    const removed = mockCall('finance/remove_favorite_cash_method');
    await user.click(within(favorites).getByRole('button', { name: 'Kese: favori' }));
    await waitFor(() => expect(within(favorites).queryByRole('link', { name: 'Kese' })).toBeNull());
    expect(removed).toHaveLength(1);
  });
});

describe('a deposit', () => {
  it('reports an amount out of range and sends nothing', async () => {
    const { user } = await openDeposit();
    await fill(user, '49,99');
    await user.click(next());
    const text = /50,00 TL ile 1.000,00 TL arasında bir tutar girin/;
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('works with an invalid bonus and an invalid open payment', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockBonuses({ ...availableBonus, title: {} as never });
    const open31 = { key: 'k', type: 1, method: 31, name: 'Kese', amount: 1, state: 'waiting' };
    localStorage.setItem('payments:demo', JSON.stringify([{ ...open31, at: 1e99 }]));
    credited();
    const { user } = await openDeposit();
    await vi.waitFor(() => expect(errors).toHaveBeenCalled());
    await fill(user, '100');
    await send(user);
    expect(await screen.findByRole('heading', { name: 'Hesabınıza geçti' })).toBeVisible();
    await waitForIdle();
    expect(screen.getByRole('heading', { name: 'Hesabınıza geçti' })).toBeVisible();
  });

  it('is paid one time for a double click and shows the receipt', async () => {
    const { user } = await openDeposit();
    const requests = credited();
    await fill(user, '100');
    await user.click(next());
    expect(screen.getByText('Yatırımı onaylayın')).toHaveFocus();
    await user.dblClick(submit());
    expect(await screen.findByText('Hesabınıza geçti', { selector: 'h2' })).toBeVisible();
    expect(screen.getByText('77')).toBeVisible();
    expect(requests).toHaveLength(1);
    const method = { Type: 1, transferType: 7, methodID: 31 };
    expect(requests[0]?.data).toMatchObject({ ...method, amount: 100, phone: '+905321112233' });
    expect(idempotencyKeys(requests)[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has a receipt in the address, which a reload shows and the links of the page leave', async () => {
    credited();
    const { user, location, unmount } = await openAndSend();
    await screen.findByText('77');
    const [payment] = trackedPayments('demo');
    const query = `?method=31&receipt=${payment?.key}`;
    expect(location()).toBe(`/profile/deposit${query}`);
    unmount();
    const reloaded = await openDeposit(query);
    await screen.findByText('77');
    await user.click(screen.getByRole('link', { name: 'Tüm yöntemler' }));
    expect(reloaded.location()).toBe('/profile/deposit');
    expect(await screen.findByRole('link', { name: /KareGeç/ })).toBeVisible();
  });

  it('prevents a reload until it is sent, and a refusal leaves the filled form', async () => {
    const { user } = await openDeposit();
    await screen.findByLabelText('Tutar');
    expect(isBusy()).toBe(false);
    await fill(user, '100');
    expect(isBusy()).toBe(true);
    await user.click(next());
    expect(isBusy()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Değiştir' }));
    expect(screen.getByLabelText('Tutar')).toHaveValue('100');
    expect(isBusy()).toBe(true);

    const first = mockError(pay, refused);
    await send(user);
    expect((await screen.findAllByText('Yöntem kapalı'))[0]).toBeVisible();
    expect(screen.getByLabelText('Tutar')).toHaveValue('100');
    expect(isBusy()).toBe(true);
    expect(toasts.get()).toMatchObject([
      { kind: 'negative', message: 'Yöntem kapalı', position: 'bottom-right', timeout: 1000 },
    ]);

    const { busyWhileSent, requests: second } = creditWatched();
    await send(user);
    await newPayment();
    expect(idempotencyKeys(second)).not.toEqual(idempotencyKeys(first));
    expect(busyWhileSent).toEqual([true]);
    expect(isBusy()).toBe(false);
  });

  it('is not sent without a network, and a message is above the filled form', async () => {
    const sent = credited();
    const { user } = await openDeposit();
    await fill(user, '100');
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await send(user);
    await screen.findAllByText(/İnternet bağlantınız kesildi/);
    expect(screen.getByLabelText('Telefon')).toHaveValue('+905321112233');
    expect(sent).toEqual([]);
    onLine.mockReturnValue(true);
    await send(user);
    await newPayment();
    expect(sent).toHaveLength(1);
  });

  it('ignores an address that is not http(s) while it waits', async () => {
    await openAndWait({ url: 'javascript:alert(1)' });
    expect(screen.queryByRole('link', { name: 'Ödemeye devam et' })).toBeNull();
  });

  it('shows after 15 minutes that it is still pending, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    // On a slow machine, a poll for maintenance happens in between.
    mockRoute('GET /v1/check-maintenance', () => ({ result: true }));
    await openAndWait();
    const sentAt = Date.now();
    const late = /^Hâlâ bekleniyor\./;
    // The receipt reads the time every second.
    const setTime = (at: number) => {
      vi.setSystemTime(at);
      act(() => void vi.advanceTimersByTime(1000));
    };
    setTime(sentAt + followedMs - 60_000);
    expect(screen.queryByText(late)).toBeNull();
    setTime(sentAt + followedMs);
    expect(screen.getByText(late)).toBeVisible();
  });
});
