import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cashType } from '@/contracts/constants';
import type { MassMessage, Transaction } from '@/contracts/types';
import { newDeviceLogin } from '@/lib/newDevice';
import { useNotifications } from '@/lib/notifications';
import { track, type TrackedPayment } from '@/lib/payments';
import { refresh } from '@/lib/swr';
import { mockCall, mockError, renderPage } from '@/testing';
import { NotificationsRoute } from './routes/NotificationsRoute';

const namespaces = ['notifications'];

const withdrawal = (transaction_id: number, created_at: string): Transaction => ({
  transaction_id,
  transaction_category_id: 2,
  category: 'Çekim',
  sub_category: 'Banka havalesi',
  transaction_type: 1,
  transaction_status: 1003,
  status_text: 'Reddedildi',
  amount: -300,
  currency: 'TRY',
  balance_after: 750,
  method: 'Banka havalesi',
  created_at,
  note: 'IBAN eşleşmedi',
});

const message = (id: number, created_at: string, read = false): MassMessage => ({
  id,
  title: `Mesaj ${id}`,
  html: '<p>Metin</p><script>alert(1)</script>',
  created_at,
  read,
});

/** Renders the badge of the header. */
function Unread() {
  return <output aria-label="badge">{useNotifications().unread}</output>;
}

const page = (
  <>
    <NotificationsRoute />
    <Unread />
  </>
);

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 9));
});

describe('the notifications page', () => {
  it('merges refused withdrawals and messages by day, newest first', async () => {
    mockCall('finance/list_transactions', [withdrawal(77, '2026-11-17 10:00:00')]);
    mockCall('crm/list_mass_messages', [
      message(2, '2026-11-17 12:00:00'),
      message(1, '2026-11-10 12:00:00', true),
    ]);
    await renderPage(page, { namespaces, player: true });
    const days = await screen.findAllByRole('heading', { level: 2 });
    expect(days.map((it) => it.textContent)).toEqual(['17 Kasım 2026', '10 Kasım 2026']);
    const cards = screen.getAllByRole('group').filter((it) => it.tagName === 'DETAILS');
    expect(cards.map((it) => /Mesaj \d|reddedildi/.exec(it.textContent)?.[0])).toEqual([
      'Mesaj 2',
      'reddedildi',
      'Mesaj 1',
    ]);
    expect(document.querySelector('main script, details script')).toBeNull();
    expect(screen.getByText('IBAN eşleşmedi')).toBeInTheDocument();
  });

  it('requests the last 250 refused withdrawals of the last 90 days, newest first', async () => {
    const requests = mockCall('finance/list_transactions', []);
    const letters = mockCall('crm/list_mass_messages', []);
    await renderPage(<NotificationsRoute />, { namespaces, player: true });
    expect(await screen.findByText('Bildiriminiz yok')).toBeInTheDocument();
    expect(requests[0]?.data).toMatchObject({
      searchCategory: 2,
      status: 1003,
      limit: 250,
      startDate: '2026-08-22',
      endDate: '2026-11-20',
      OrderDir: -1,
      OrderPar: 'DATE',
    });
    expect(letters[0]?.data).toMatchObject({ limit: 10, offset: 0 });
  });

  it('shows the others where one cannot be shown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockCall('finance/list_transactions', []);
    mockCall('crm/list_mass_messages', [
      { ...message(3, '2026-11-17 13:00:00'), title: {} as never },
      message(2, '2026-11-17 12:00:00'),
    ]);
    await renderPage(<NotificationsRoute />, { namespaces, player: true });
    expect(await screen.findByText('Mesaj 2')).toBeVisible();
    expect(screen.getByText('Bu bölüm gösterilemedi.')).toBeVisible();
  });

  it('filters by kind', async () => {
    mockCall('finance/list_transactions', [withdrawal(77, '2026-11-17 10:00:00')]);
    mockCall('crm/list_mass_messages', [message(2, '2026-11-17 12:00:00')]);
    const { user } = await renderPage(<NotificationsRoute />, { namespaces, player: true });
    await user.click(await screen.findByRole('button', { name: 'Çekimler' }));
    expect(screen.queryByText('Mesaj 2')).toBeNull();
    expect(screen.getByText('Çekim talebiniz reddedildi')).toBeInTheDocument();
  });

  it('treats “no records” as an empty list', async () => {
    mockError('finance/list_transactions', { message: 'Kayıt Bulunamadı', debug: 'no records' });
    mockCall('crm/list_mass_messages', [message(2, '2026-11-17 12:00:00')]);
    await renderPage(<NotificationsRoute />, { namespaces, player: true });
    expect(await screen.findByText('Mesaj 2')).toBeInTheDocument();
  });

  it('reports a list that cannot be loaded', async () => {
    mockError('finance/list_transactions', {
      status: 504,
      debug: 'upstream timeout',
      message: 'Geç kaldı',
    });
    mockCall('crm/list_mass_messages', []);
    await renderPage(<NotificationsRoute />, { namespaces, player: true });
    expect(await screen.findByRole('alert')).toHaveTextContent('Geç kaldı');
  });

  it('marks unread items and clears the badge permanently', async () => {
    mockCall('finance/list_transactions', [withdrawal(77, '2026-11-17 10:00:00')]);
    mockCall('crm/list_mass_messages', [
      message(2, '2026-11-17 12:00:00'),
      message(1, '2026-11-10 12:00:00', true),
    ]);
    const first = await renderPage(<Unread />, { player: true });
    expect(await screen.findByText('2')).toBeInTheDocument();
    first.unmount();
    await renderPage(page, { namespaces, player: true });
    expect(await screen.findAllByText('(okunmadı)')).toHaveLength(2);
    expect(screen.getByRole('status', { name: 'badge' })).toHaveTextContent('0');
  });
});

it('tells of logins from new devices, here and elsewhere, and goes on without the list of sessions', async () => {
  mockCall('finance/list_transactions', []);
  mockCall('crm/list_mass_messages', []);
  newDeviceLogin.set({ at: Date.UTC(2026, 10, 20, 8), answered: true }, 'demo');
  await renderPage(page, { namespaces, player: true });
  expect(await screen.findByText(/bu cihaz ile hesabınıza ilk kez girildi/)).toBeInTheDocument();
  const elsewhere = {
    id: 'b',
    device: 'Chrome 140 on Android',
    address: '',
    since: '2026-11-20 10:30:00',
    current: false,
    new_device: true,
  };
  mockCall('user/sessions', [elsewhere, { ...elsewhere, id: 'c', new_device: false }]);
  await refresh('user/sessions');
  expect(await screen.findByText(/Chrome 140 · Android ile/)).toBeInTheDocument();
  expect(screen.getAllByText('Yeni bir cihazdan giriş yapıldı')).toHaveLength(2);
});

describe('the end of a payment', () => {
  const payment = (key: string, over: Partial<TrackedPayment> = {}): TrackedPayment => ({
    key,
    type: cashType.deposit,
    method: 31,
    name: 'Kese',
    amount: 500,
    at: Date.UTC(2026, 10, 20, 7),
    state: 'approved',
    settledAt: Date.UTC(2026, 10, 20, 8),
    ...over,
  });
  const show = async (...payments: TrackedPayment[]) => {
    mockCall('finance/list_transactions', []);
    mockCall('crm/list_mass_messages', []);
    for (const it of payments) track('demo', it);
    return renderPage(page, { namespaces, player: true });
  };

  it.each([
    [{ transactionID: 77 }, 'Yatırımınız hesabınıza geçti', '77 numaralı işlem, Kese.'],
    [{ state: 'refused', message: 'Kart reddedildi' }, 'Yatırımınız gerçekleşmedi', 'Kese'],
    [{ type: cashType.withdraw }, 'Çekiminiz ödendi', 'Kese'],
    [{ type: cashType.withdraw, state: 'refused' }, 'Çekiminiz gerçekleşmedi', 'Kese'],
  ] as const)('is told with its amount: %o', async (over, title, text) => {
    await show(payment('k', over));
    const card = (await screen.findByText(title)).closest('details')!;
    expect(card).toHaveTextContent(/500,00\sTL/);
    expect(within(card).getByText(text)).toBeInTheDocument();
    if ('message' in over) expect(within(card).getByText(over.message)).toBeInTheDocument();
    expect(within(card).getByText('(okunmadı)')).toBeInTheDocument();
    expect(within(card).getByText('İşlemlere git')).toHaveAttribute(
      'href',
      '/profile/transactions',
    );
  });

  it('is not told while it is open, once it was seen or cancelled, or where the platform lists it', async () => {
    await show(
      payment('open', { state: 'waiting', settledAt: undefined }),
      payment('seen', { seen: true }),
      payment('cancelled', { state: 'cancelled' }),
      payment('listed', { type: cashType.withdraw, state: 'refused', transactionID: 78 }),
    );
    expect(await screen.findByText('Bildiriminiz yok')).toBeInTheDocument();
  });

  it('counts as unread until the page was opened, and has a filter', async () => {
    mockCall('finance/list_transactions', []);
    mockCall('crm/list_mass_messages', [message(2, '2026-11-17 12:00:00', true)]);
    track('demo', payment('k'));
    const header = await renderPage(<Unread />, { player: true });
    expect(await screen.findByText('1')).toBeInTheDocument();
    header.unmount();
    const { user } = await renderPage(page, { namespaces, player: true });
    await user.click(await screen.findByRole('button', { name: 'Ödemeler' }));
    expect(screen.getByText('Yatırımınız hesabınıza geçti')).toBeInTheDocument();
    expect(screen.queryByText('Mesaj 2')).toBeNull();
    expect(screen.getByRole('status', { name: 'badge' })).toHaveTextContent('0');
  });
});
