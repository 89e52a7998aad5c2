import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import type { Bonus } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap';
import { isBusy } from '@/lib/busy';
import { paymentEvents } from '@/lib/events/payment';
import { followedMs } from '@/lib/payments';
import { toasts } from '@/lib/toast';
import {
  holdCall,
  mockCall,
  mockNetworkError,
  mockError,
  mockPlayerStart,
  renderPage,
  signIn,
  waitForIdle,
  type RecordedRequest,
  testBrand,
  noLimits,
} from '@/testing';
import { DepositRoute } from './DepositRoute';

beforeEach(() => {
  mockCall('finance/payment_outcome', { outcome: 'unknown' });
  mockCall('limits/get', noLimits);
});

const page = (
  <MantineRoot>
    <DepositRoute />
  </MantineRoot>
);
const namespaces = ['cashier'];
const method = {
  isFavorite: 0,
  min: 50,
  max: 1000,
  fee: 0,
  duration: 0,
  quick: true,
  qr: false,
} as const;
const phone = {
  name: 'phone',
  label: 'Telefon',
  kind: 'phone',
  required: true,
  pattern: '',
} as const;

async function open(
  path = '/profile/deposit?method=31',
  available: Bonus[] = [],
  prepare?: () => void,
) {
  signIn();
  mockPlayerStart();
  mockCall('finance/list_transactions', []);
  mockCall('user/list_bonuses', ({ data }) => (data.status === 'available' ? available : []));
  mockCall('finance/list_highlighted_cash_methods', []);
  mockCall('finance/list_cash_methods_new', {
    methods_list: [
      {
        type: 'group',
        id: 502,
        name: 'Cüzdanlar',
        logo: '',
        methods: [{ id: 31, name: 'Kese', transferType: 7, ...method, fields: [phone] }],
      },
      {
        type: 'single',
        id: 14,
        name: 'KareGeç',
        logo: '',
        transferType: 9,
        properties: { ...method, fields: [], qr: true },
      },
    ],
  });
  prepare?.();
  return renderPage(page, { path, namespaces });
}

const keysOf = (requests: RecordedRequest[]) =>
  requests.map(({ headers }) => headers.get('Idempotency-Key'));
const unknown = { status: 504, debug: 'outcome unknown', message: 'Bilinmiyor' };

async function fill(user: Awaited<ReturnType<typeof open>>['user'], amount: string) {
  const field = await screen.findByLabelText('Tutar');
  await user.clear(field);
  await user.type(field, amount);
  const phoneField = screen.getByLabelText('Telefon');
  await user.clear(phoneField);
  await user.type(phoneField, '+905321112233');
}
type User = Awaited<ReturnType<typeof open>>['user'];
const next = () => screen.getByRole('button', { name: 'Devam et' });
const submit = () => screen.getByRole('button', { name: 'Para yatır' });
/** Goes on to the confirmation and confirms it. */
async function send(user: User) {
  await user.click(next());
  await user.click(submit());
}

describe('the methods', () => {
  const bonus = { title: 'Yatırım bonusu', amount: 1, wager_required: 1 } as Bonus;

  it('appear with the notices above them, which would shift them', async () => {
    let release = () => undefined as void;
    await open('/profile/deposit', [bonus], () => (release = holdCall('user/list_bonuses')));
    const early = screen.findByRole('link', { name: /KareGeç/ }, { timeout: 300 });
    await expect(early).rejects.toThrow();
    release();
    expect(await screen.findByRole('link', { name: /KareGeç/ })).toBeVisible();
    expect(screen.getByText('Yatırım bonusu')).toBeVisible();
  });

  it('appear where the bonuses cannot be loaded', async () => {
    const failure = { status: 502, debug: 'upstream error' };
    await open('/profile/deposit', [], () => mockError('user/list_bonuses', failure));
    expect(await screen.findByRole('link', { name: /KareGeç/ })).toBeVisible();
  });
});

describe('a deposit', () => {
  it('reports an amount out of range and sends nothing', async () => {
    const { user } = await open();
    await fill(user, '49,99');
    await user.click(next());
    expect(
      await screen.findByText(/Tutar belirtilen aralıkta değil: 50,00 TL – 1.000,00 TL/),
    ).toBeVisible();
  });

  it('is not stopped by a bonus and an open payment that cannot be shown', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const bonus = { bonusID: 1, title: {}, amount: 1, wager_required: 1, wager_done: 0 };
    const open31 = { key: 'k', type: 1, method: 31, name: 'Kese', amount: 1, state: 'waiting' };
    localStorage.setItem('payments:demo', JSON.stringify([{ ...open31, at: 1e99 }]));
    mockCall('prepayServices/processTransaction', { transaction_id: 8, status: 1002 });
    const { user } = await open(undefined, [bonus as unknown as Bonus]);
    await vi.waitFor(() => expect(errors).toHaveBeenCalled());
    await fill(user, '100');
    await send(user);
    expect(await screen.findByRole('heading', { name: 'Hesabınıza geçti' })).toBeVisible();
    await waitForIdle();
    expect(screen.getByRole('heading', { name: 'Hesabınıza geçti' })).toBeVisible();
  });

  it('is paid once for a double click and shows the receipt', async () => {
    const { user } = await open();
    const requests = mockCall('prepayServices/processTransaction', {
      transaction_id: 77,
      status: 1002,
    });
    await fill(user, '100');
    await user.click(next());
    expect(screen.getByText('Yatırımı onaylayın')).toHaveFocus();
    await user.dblClick(submit());
    expect(await screen.findByText('Hesabınıza geçti', { selector: 'h2' })).toBeVisible();
    expect(screen.getByText('77')).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.data).toMatchObject({
      Type: 1,
      transferType: 7,
      methodID: 31,
      amount: 100,
      phone: '+905321112233',
    });
    expect(keysOf(requests)[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('repeats its key while the outcome is unknown and uses a new one for the next payment', async () => {
    const { user } = await open();
    const first = mockError('prepayServices/processTransaction', unknown);
    await fill(user, '100');
    await send(user);
    expect(await screen.findByText('Ödemenizin sonucu henüz bilinmiyor')).toBeVisible();
    expect(screen.getByRole('link', { name: 'İşlemlere bak' })).toHaveAttribute(
      'href',
      '/profile/transactions',
    );
    const second = mockCall('prepayServices/processTransaction', {
      transaction_id: 77,
      status: 1002,
    });
    await user.click(screen.getByRole('button', { name: 'Aynı ödemeyi yeniden gönder' }));
    await screen.findByRole('button', { name: 'Yeni yatırım' });
    expect(keysOf(second)).toEqual(keysOf(first));
    expect(second[0]?.data).toEqual(first[0]?.data);

    const third = mockCall('prepayServices/processTransaction', {
      transaction_id: 78,
      status: 1002,
    });
    await user.click(screen.getByRole('button', { name: 'Yeni yatırım' }));
    await fill(user, '100');
    await send(user);
    await screen.findByText('78');
    expect(keysOf(third)).not.toEqual(keysOf(first));
  });

  it('stays unknown when a retry fails without a final response', async () => {
    const { user } = await open();
    const first = mockError('prepayServices/processTransaction', unknown);
    await fill(user, '100');
    await send(user);
    const retry = { name: 'Aynı ödemeyi yeniden gönder' };
    const again = () => screen.findByRole('button', retry);
    await again();
    mockError('prepayServices/processTransaction', {
      status: 429,
      debug: 'rate limited',
      message: 'Çok fazla istek',
    });
    await user.click(await again());
    expect(await screen.findByText('Çok fazla istek')).toBeVisible();
    expect(screen.getByText('Ödemenizin sonucu henüz bilinmiyor')).toBeVisible();
    const last = mockError('prepayServices/processTransaction', { message: 'Yöntem kapalı' });
    await user.click(await again());
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
    expect(keysOf(last)).toEqual(keysOf(first));
  });

  it('shows the unknown outcome after a reload, not an empty form', async () => {
    const { user, unmount } = await open();
    mockNetworkError('prepayServices/processTransaction');
    await fill(user, '100');
    await send(user);
    await screen.findByText('Ödemenizin sonucu henüz bilinmiyor');
    unmount();
    await open();
    expect(await screen.findByText(/yanıtı gelmeden bağlantı kesildi/)).toBeVisible();
    expect(screen.queryByLabelText('Tutar')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Yeni ödeme başlat' }));
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
  });

  it('is resolved while the page is open when staff have settled it', async () => {
    const { user } = await open();
    const first = mockError('prepayServices/processTransaction', unknown);
    await fill(user, '100');
    await send(user);
    await screen.findByText('Ödemenizin sonucu henüz bilinmiyor');
    await waitForIdle();
    mockCall('finance/payment_outcome', {
      outcome: 'executed',
      message: 'Ödemeniz alındı.',
      transaction_id: 7100042,
    });
    paymentEvents.emit('settled', { key: 'of another payment', status: 'executed' });
    await waitForIdle();
    expect(screen.getByText('Ödemenizin sonucu henüz bilinmiyor')).toBeVisible();
    paymentEvents.emit('settled', { key: keysOf(first)[0] ?? '', status: 'executed' });
    expect(await screen.findByText('7100042')).toBeVisible();
  });

  it('is resolved after a reload when staff have settled it', async () => {
    const { user, unmount } = await open();
    mockNetworkError('prepayServices/processTransaction');
    await fill(user, '100');
    await send(user);
    await screen.findByText('Ödemenizin sonucu henüz bilinmiyor');
    unmount();
    mockCall('finance/payment_outcome', { outcome: 'refused', message: 'Ödemeniz gerçekleşmedi.' });
    await open();
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
    expect((await screen.findAllByText('Ödemeniz gerçekleşmedi.'))[0]).toBeVisible();
  });

  it('shows a refusal above the filled form and sends a corrected form with a new key', async () => {
    const { user } = await open();
    const first = mockError('prepayServices/processTransaction', { message: 'Yöntem kapalı' });
    await fill(user, '100');
    await send(user);
    expect((await screen.findAllByText('Yöntem kapalı'))[0]).toBeVisible();
    expect(screen.getByLabelText('Tutar')).toHaveValue('100');
    expect(toasts.get()).toMatchObject([
      { kind: 'negative', message: 'Yöntem kapalı', position: 'bottom-right', timeout: 1000 },
    ]);
    const second = mockCall('prepayServices/processTransaction', {
      transaction_id: 77,
      status: 1002,
    });
    await send(user);
    await screen.findByRole('button', { name: 'Yeni yatırım' });
    expect(keysOf(second)).not.toEqual(keysOf(first));
  });

  it('keeps the page from reloading from the first input until it is sent', async () => {
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
    mockError('prepayServices/processTransaction', { message: 'Yöntem kapalı' });
    await send(user);
    await screen.findAllByText('Yöntem kapalı');
    expect(isBusy()).toBe(true);
    const busyWhileSent: boolean[] = [];
    mockCall('prepayServices/processTransaction', () => {
      busyWhileSent.push(isBusy());
      return { transaction_id: 77, status: 1002 };
    });
    await send(user);
    await screen.findByRole('button', { name: 'Yeni yatırım' });
    expect(busyWhileSent).toEqual([true]);
    expect(isBusy()).toBe(false);
  });

  it('is busy while it is sent again', async () => {
    const { user } = await open();
    mockNetworkError('prepayServices/processTransaction');
    await fill(user, '100');
    await send(user);
    const again = await screen.findByRole('button', { name: 'Aynı ödemeyi yeniden gönder' });
    expect(isBusy()).toBe(false);
    const busyWhileSent: boolean[] = [];
    mockCall('prepayServices/processTransaction', () => {
      busyWhileSent.push(isBusy());
      return { transaction_id: 77, status: 1002 };
    });
    await user.click(again);
    await screen.findByRole('button', { name: 'Yeni yatırım' });
    expect(busyWhileSent).toEqual([true]);
  });

  it('repeats its key when the platform has not processed the payment', async () => {
    const { user } = await open();
    const first = mockError('prepayServices/processTransaction', {
      status: 429,
      debug: 'rate limited',
      message: 'Çok fazla istek',
    });
    await fill(user, '100');
    await send(user);
    await screen.findAllByText('Çok fazla istek');
    const second = mockCall('prepayServices/processTransaction', {
      transaction_id: 77,
      status: 1002,
    });
    await send(user);
    await screen.findByRole('button', { name: 'Yeni yatırım' });
    expect(keysOf(second)).toEqual(keysOf(first));
  });

  it('is not sent without a network, which is said above the filled form', async () => {
    const { user } = await open();
    const sent = mockCall('prepayServices/processTransaction', {
      transaction_id: 77,
      status: 1002,
    });
    await fill(user, '100');
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => onLine.mockRestore());
    await send(user);
    await screen.findAllByText(/İnternet bağlantınız kesildi/);
    expect(screen.getByLabelText('Telefon')).toHaveValue('+905321112233');
    expect(sent).toEqual([]);
    onLine.mockReturnValue(true);
    await send(user);
    await screen.findByRole('button', { name: 'Yeni yatırım' });
    expect(sent).toHaveLength(1);
  });

  it('shows the QR code', async () => {
    const { user } = await open('/profile/deposit?method=14');
    mockCall('prepayServices/processTransaction', {
      transaction_id: 77,
      status: 1001,
      qr: 'PAY:77',
    });
    await user.click(await screen.findByRole('button', { name: /^100\sTL$/ }));
    await send(user);
    expect(await screen.findByRole('img', { name: 'Ödeme için QR kod' })).toBeVisible();
    expect(screen.getByText('Ödemeniz bekleniyor')).toBeVisible();
  });

  it('says that it is still pending after 15 minutes, and not before', async () => {
    const { user } = await open('/profile/deposit?method=14');
    mockCall('prepayServices/processTransaction', { transaction_id: 77, status: 1001 });
    await user.click(await screen.findByRole('button', { name: /^100\sTL$/ }));
    await send(user);
    await screen.findByText('Ödemeniz bekleniyor');
    const late = /^Hâlâ bekleniyor\./;
    const sentAt = Date.now();
    const now = vi.spyOn(Date, 'now').mockReturnValue(sentAt + followedMs - 60_000);
    onTestFinished(() => now.mockRestore());
    // The receipt looks at the clock every second.
    await waitFor(() => expect(now.mock.calls.length).toBeGreaterThan(2));
    expect(screen.queryByText(late)).toBeNull();
    now.mockReturnValue(sentAt + followedMs + 1000);
    expect(await screen.findByText(late)).toBeVisible();
  });

  it("opens a provider's page on the site's own origin in a new window", async () => {
    const { user } = await open('/profile/deposit?method=14');
    mockCall('prepayServices/processTransaction', {
      transaction_id: 77,
      status: 1001,
      url: '/mock/pay/main.abc',
    });
    await user.click(await screen.findByRole('button', { name: /^100\sTL$/ }));
    await send(user);
    const link = await screen.findByRole('link', { name: 'Ödemeye devam et' });
    expect(link).toHaveAttribute('href', 'http://site.test/mock/pay/main.abc');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('ignores an address that is not http(s)', async () => {
    const { user } = await open('/profile/deposit?method=14');
    mockCall('prepayServices/processTransaction', {
      transaction_id: 77,
      status: 1001,
      url: 'javascript:alert(1)',
    });
    await user.click(await screen.findByRole('button', { name: /^100\sTL$/ }));
    await send(user);
    await screen.findByRole('button', { name: 'Yeni yatırım' });
    expect(screen.queryByRole('link', { name: 'Ödemeye devam et' })).toBeNull();
  });
});

it('hides and shows the balance', async () => {
  const { user } = await open();
  const balance = async () =>
    (await screen.findByText('Bakiye', { selector: 'dt' })).nextElementSibling;
  await expect.poll(balance).toHaveTextContent(/^1\.234,50\sTL/);
  await user.click(screen.getByRole('button', { name: 'Bakiyeyi gizle' }));
  expect(await balance()).toHaveTextContent(/^••••/);
  await user.click(screen.getByRole('button', { name: 'Bakiyeyi göster' }));
  expect(await balance()).toHaveTextContent(/^1\.234,50\sTL/);
});

it('marks a group member as favourite, which is then listed first', async () => {
  const { user } = await open('/profile/deposit');
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

describe('a platform without highlights and favourites', () => {
  afterEach(() => setBootstrap(testBrand));

  it('shows its methods without waiting for them, and no favourite buttons', async () => {
    setBootstrap({
      ...testBrand,
      unsupported: ['finance/list_highlighted_cash_methods', 'finance/add_favorite_cash_method'],
    });
    await open('/profile/deposit');
    expect(await screen.findByRole('link', { name: 'Kese' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /favori/i })).toBeNull();
  });
});
