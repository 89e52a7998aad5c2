import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cashType } from '@/contracts/constants';
import type { MassMessage, Transaction } from '@/contracts/types';
import { newDeviceLogin } from '@/lib/newDevice/newDevice';
import { useNotifications } from '@/lib/notifications/useNotifications';
import { track, type TrackedPayment } from '@/lib/payments/tracked';
import { refresh } from '@/lib/swr/cache';
import { renderPage } from '@/testing/render';
import { exampleOf, mockCall, mockError } from '@/testing/server';
import { trackedPayment } from '@/testing/fixtures';
import { NotificationsRoute } from './routes/NotificationsRoute';

const withdrawal: Transaction = {
  ...exampleOf('finance/list_transactions')[0]!,
  transaction_id: 77,
  transaction_category_id: 2,
  transaction_status: 1003,
  amount: -300,
  created_at: '2026-11-17 10:00:00',
  note: 'IBAN eşleşmedi',
};

const message = (id: number, created_at: string, read = false): MassMessage => ({
  id,
  title: `Mesaj ${id}`,
  html: '<p>Metin</p><script>alert(1)</script>',
  created_at,
  read,
});
const unread = message(2, '2026-11-17 12:00:00');

/** Renders the badge of the header. */
function Unread() {
  return <output aria-label="badge">{useNotifications().unread}</output>;
}

const show = () =>
  renderPage(
    <>
      <NotificationsRoute />
      <Unread />
    </>,
    { namespaces: ['notifications'], player: true },
  );
const showBadge = () => renderPage(<Unread />, { player: true });
const expectNoBadge = () =>
  expect(screen.getByRole('status', { name: 'badge' })).toHaveTextContent('0');

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 9));
  mockCall('finance/list_transactions', []);
  mockCall('crm/list_mass_messages', []);
});

describe('the notifications page', () => {
  it('merges refused withdrawals and messages by day, newest first', async () => {
    mockCall('finance/list_transactions', [withdrawal]);
    mockCall('crm/list_mass_messages', [unread, message(1, '2026-11-10 12:00:00', true)]);
    const { user } = await show();
    const days = await screen.findAllByRole('heading', { level: 2 });
    expect(days.map((day) => day.textContent)).toEqual(['17 Kasım 2026', '10 Kasım 2026']);
    const cards = screen.getAllByRole('group').filter((element) => element.tagName === 'DETAILS');
    const names = cards.map((card) => /Mesaj \d|reddedildi/.exec(card.textContent)?.[0]);
    expect(names).toEqual(['Mesaj 2', 'reddedildi', 'Mesaj 1']);
    expect(document.querySelector('main script, details script')).toBeNull();
    expect(screen.getByText('IBAN eşleşmedi')).toBeInTheDocument();

    await user.click(await screen.findByRole('button', { name: 'Çekimler' }));
    expect(screen.queryByText('Mesaj 2')).toBeNull();
    expect(screen.getByText('Çekim talebiniz reddedildi')).toBeInTheDocument();
  });

  it('requests the last 250 refused withdrawals of the last 90 days, newest first', async () => {
    const requests = mockCall('finance/list_transactions', []);
    const letters = mockCall('crm/list_mass_messages', []);
    await show();
    expect(await screen.findByText('Bildiriminiz yok')).toBeInTheDocument();
    const refused = { searchCategory: 2, status: 1003, limit: 250 };
    const days = { startDate: '2026-08-22', endDate: '2026-11-20' };
    const newestFirst = { OrderDir: -1, OrderPar: 'DATE' };
    expect(requests[0]?.data).toMatchObject({ ...refused, ...days, ...newestFirst });
    expect(letters[0]?.data).toMatchObject({ limit: 10, offset: 0 });
  });

  it('shows the others if one is invalid', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockCall('crm/list_mass_messages', [{ ...unread, id: 3, title: {} as never }, unread]);
    await show();
    expect(await screen.findByText('Mesaj 2')).toBeVisible();
    expect(screen.getByText('Bu bölüm gösterilemedi.')).toBeVisible();
  });

  it('reports a list that cannot be loaded', async () => {
    const late = { status: 504, debug: 'upstream timeout', message: 'Geç kaldı' };
    mockError('finance/list_transactions', late);
    await show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Geç kaldı');
  });

  it('marks unread items and clears the badge permanently', async () => {
    mockCall('finance/list_transactions', [withdrawal]);
    mockCall('crm/list_mass_messages', [unread, message(1, '2026-11-10 12:00:00', true)]);
    const first = await showBadge();
    expect(await screen.findByText('2')).toBeInTheDocument();
    first.unmount();
    await show();
    expect(await screen.findAllByText('(okunmadı)')).toHaveLength(2);
    expectNoBadge();
  });

  it('shows logins from new devices, also without the list of sessions', async () => {
    newDeviceLogin.set({ at: Date.UTC(2026, 10, 20, 8), answered: true }, 'demo');
    await show();
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
});

describe('the end of a payment', () => {
  const payment = (key: string, over: Partial<TrackedPayment> = {}) =>
    track('demo', {
      ...trackedPayment,
      key,
      at: Date.UTC(2026, 10, 20, 7),
      state: 'approved',
      settledAt: Date.UTC(2026, 10, 20, 8),
      ...over,
    });

  it.each([
    [{ transactionID: 77 }, 'Yatırımınız hesabınıza geçti', '77 numaralı işlem, Kese.'],
    [{ state: 'refused', message: 'Kart reddedildi' }, 'Yatırımınız gerçekleşmedi', 'Kese'],
    [{ type: cashType.withdraw }, 'Çekiminiz ödendi', 'Kese'],
    [{ type: cashType.withdraw, state: 'refused' }, 'Çekiminiz gerçekleşmedi', 'Kese'],
  ] as const)('is reported with its amount: %o', async (over, title, text) => {
    payment('k', over);
    await show();
    const card = (await screen.findByText(title)).closest('details')!;
    expect(card).toHaveTextContent(/500,00\sTL/);
    const texts = [text, '(okunmadı)', ...('message' in over ? [over.message] : [])];
    for (const name of texts) expect(within(card).getByText(name)).toBeInTheDocument();
    const link = within(card).getByText('İşlemlere git');
    expect(link).toHaveAttribute('href', '/profile/transactions');
  });

  it('is not reported while pending, after it was seen or cancelled, or if the platform lists it', async () => {
    payment('open', { state: 'waiting', settledAt: undefined });
    payment('seen', { seen: true });
    payment('cancelled', { state: 'cancelled' });
    payment('listed', { type: cashType.withdraw, state: 'refused', transactionID: 78 });
    await show();
    expect(await screen.findByText('Bildiriminiz yok')).toBeInTheDocument();
  });

  it('counts as unread until the page opens, and has a filter', async () => {
    mockCall('crm/list_mass_messages', [message(2, '2026-11-17 12:00:00', true)]);
    payment('k');
    const header = await showBadge();
    expect(await screen.findByText('1')).toBeInTheDocument();
    header.unmount();
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Ödemeler' }));
    expect(screen.getByText('Yatırımınız hesabınıza geçti')).toBeInTheDocument();
    expect(screen.queryByText('Mesaj 2')).toBeNull();
    expectNoBadge();
  });
});
