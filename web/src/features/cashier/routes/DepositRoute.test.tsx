import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessTransactionAnswer } from '@/contracts/types';
import { isBusy } from '@/lib/busy';
import { paymentEvents } from '@/lib/events/payment';
import { followedMs } from '@/lib/payments';
import { toasts } from '@/lib/toast';
import { mockPlayerStart, noLimits, signIn, waitForIdle, withoutCalls } from '@/testing';
import {
  holdCall,
  idempotencyKeys,
  mockBonuses,
  mockCall,
  mockError,
  mockNetworkError,
} from '@/testing/server';
import { availableBonus, listedMethod, methodProperties, phoneField } from '@/testing/fixtures';
import { renderForm } from '@/testing/forms';
import { DepositRoute } from './DepositRoute';

const pay = 'prepayServices/processTransaction';
const credited = (transaction_id = 77) => mockCall(pay, { transaction_id, status: 1002 });
/** Credits a payment, and records whether the page is busy meanwhile. */
function creditWatched() {
  const busyWhileSent: boolean[] = [];
  const answer = { transaction_id: 77, status: 1002 };
  const requests = mockCall(pay, () => (busyWhileSent.push(isBusy()), answer));
  return { busyWhileSent, requests };
}
const unknown = { status: 504, debug: 'outcome unknown', message: 'Bilinmiyor' };
const refused = { message: 'Yöntem kapalı' };
const rateLimited = { status: 429, debug: 'rate limited', message: 'Çok fazla istek' };
const unknownTitle = 'Ödemenizin sonucu henüz bilinmiyor';
const again = () => screen.findByRole('button', { name: 'Aynı ödemeyi yeniden gönder' });
const newPayment = () => screen.findByRole('button', { name: 'Yeni yatırım' });

beforeEach(() => {
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
});

const open = (query = '?method=31') =>
  renderForm(<DepositRoute />, { path: `/profile/deposit${query}`, namespaces: ['cashier'] });

type User = Awaited<ReturnType<typeof open>>['user'];

async function fill(user: User, amount: string) {
  for (const [label, text] of [
    ['Tutar', amount],
    ['Telefon', '+905321112233'],
  ] as const) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.paste(text);
  }
}

const next = () => screen.getByRole('button', { name: 'Devam et' });
const submit = () => screen.getByRole('button', { name: 'Para yatır' });

/** Goes on to the confirmation and confirms it. */
async function send(user: User) {
  await user.click(next());
  await user.click(submit());
}

/** Opens the page, fills in its form and sends it. */
async function openAndSend() {
  const view = await open();
  await fill(view.user, '100');
  await send(view.user);
  return view;
}

/** Sends a payment that the platform has not decided on. */
async function openAndWait(answer: Partial<ProcessTransactionAnswer> = {}) {
  const { user } = await open('?method=14');
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
    await open('');
    const early = screen.findByRole('link', { name: /KareGeç/ }, { timeout: 300 });
    await expect(early).rejects.toThrow();
    release();
    expect(await method()).toBeVisible();
    expect(screen.getByText('Yatırım bonusu')).toBeVisible();
  });

  it('appear where the bonuses cannot be loaded', async () => {
    mockError('user/list_bonuses', { status: 502, debug: 'upstream error' });
    await open('');
    expect(await method()).toBeVisible();
  });

  it('appear at once, without favourite buttons, where the platform has no highlights', async () => {
    withoutCalls('finance/list_highlighted_cash_methods', 'finance/add_favorite_cash_method');
    await open('');
    expect(await screen.findByRole('link', { name: 'Kese' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /favori/i })).toBeNull();
  });

  it('of a group can be favourites, which are listed first', async () => {
    const { user } = await open('');
    const requests = mockCall('finance/add_favorite_cash_method');
    const favoriteButton = await screen.findByRole('button', { name: 'Kese: favori' });
    expect(favoriteButton).toHaveAttribute('aria-pressed', 'false');
    await user.click(favoriteButton);
    const favorites = await screen.findByRole('region', { name: 'Favorileriniz' });
    expect(within(favorites).getByRole('link', { name: 'Kese' })).toBeVisible();
    expect(requests[0]?.data).toMatchObject({ id: 31, Type: 1 });
    expect(await screen.findByText('Favorilere Başarıyla Eklendi')).toBeVisible();

    const removed = mockCall('finance/remove_favorite_cash_method');
    await user.click(within(favorites).getByRole('button', { name: 'Kese: favori' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Favorileriniz' })).toBeNull());
    expect(removed).toHaveLength(1);
  });
});

describe('a deposit', () => {
  it('reports an amount out of range and sends nothing', async () => {
    const { user } = await open();
    await fill(user, '49,99');
    await user.click(next());
    const text = /Tutar belirtilen aralıkta değil: 50,00 TL – 1.000,00 TL/;
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('is not stopped by a bonus and an open payment that cannot be shown', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockBonuses({ ...availableBonus, title: {} as never });
    const open31 = { key: 'k', type: 1, method: 31, name: 'Kese', amount: 1, state: 'waiting' };
    localStorage.setItem('payments:demo', JSON.stringify([{ ...open31, at: 1e99 }]));
    credited();
    const { user } = await open();
    await vi.waitFor(() => expect(errors).toHaveBeenCalled());
    await fill(user, '100');
    await send(user);
    expect(await screen.findByRole('heading', { name: 'Hesabınıza geçti' })).toBeVisible();
    await waitForIdle();
    expect(screen.getByRole('heading', { name: 'Hesabınıza geçti' })).toBeVisible();
  });

  it('is paid once for a double click and shows the receipt', async () => {
    const { user } = await open();
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
    const { user } = await open();
    expect(await screen.findByText(/yanıtı gelmeden bağlantı kesildi/)).toBeVisible();
    expect(screen.queryByLabelText('Tutar')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Yeni ödeme başlat' }));
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
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
    await open();
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
    expect((await screen.findAllByText('Ödemeniz gerçekleşmedi.'))[0]).toBeVisible();
  });

  it('keeps the page from reloading until it is sent; a refusal leaves the filled form', async () => {
    const { user } = await open();
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

  it('repeats its key when the platform has not processed the payment', async () => {
    const first = mockError(pay, rateLimited);
    const { user } = await openAndSend();
    await screen.findAllByText('Çok fazla istek');
    const second = credited();
    await send(user);
    await newPayment();
    expect(idempotencyKeys(second)).toEqual(idempotencyKeys(first));
  });

  it('is not sent without a network, which is said above the filled form', async () => {
    const sent = credited();
    const { user } = await open();
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

  it("that waits shows the QR code and the provider's page on the site's own origin", async () => {
    await openAndWait({ qr: 'PAY:77', url: '/mock/pay/main.abc' });
    expect(screen.getByText('Ödemeniz bekleniyor')).toBeVisible();
    expect(await screen.findByRole('img', { name: 'Ödeme için QR kod' })).toBeVisible();
    const link = screen.getByRole('link', { name: 'Ödemeye devam et' });
    expect(link).toHaveAttribute('href', 'http://site.test/mock/pay/main.abc');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('that waits ignores an address that is not http(s)', async () => {
    await openAndWait({ url: 'javascript:alert(1)' });
    expect(screen.queryByRole('link', { name: 'Ödemeye devam et' })).toBeNull();
  });

  it('says that it is still pending after 15 minutes, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
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
