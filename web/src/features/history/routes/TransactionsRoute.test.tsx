import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Transaction } from '@/contracts/types';
import { stored } from '@/lib/storage/stored';
import { renderPage } from '@/testing/render';
import { exampleOf, mockCall, mockError, mockNetworkError, noRecords } from '@/testing/server';
import { TransactionsRoute } from './TransactionsRoute';

const movement = (id: number, over: Partial<Transaction> = {}): Transaction => ({
  ...exampleOf('finance/list_transactions')[0]!,
  transaction_id: id,
  transaction_category_id: 1,
  transaction_status: 1002,
  amount: 500,
  balance_after: 1000,
  note: '',
  ...over,
});
const all = Array.from({ length: 12 }, (_, at) => movement(at + 1));
/** Mocks the list with the platform's paging. */
const serve = (list: Transaction[]) =>
  mockCall(
    'finance/list_transactions',
    ({ data: { limit = 0, offset = 0 } }) => list.slice(offset, offset + limit),
    { pagination: { limit: 10, offset: 0, total: list.length } },
  );
const open = (path = '/profile/transactions') =>
  renderPage(<TransactionsRoute />, { path, namespaces: ['history', 'payments'], player: true });

it('requests the payments of the last seven days and appends the next page', async () => {
  const requests = serve(all);
  const { user } = await open();
  expect(await screen.findAllByRole('row')).toHaveLength(11);
  const page = { searchType: 1, limit: 10, offset: 0, concatRequire: true };
  expect(requests[0]?.data).toMatchObject(page);
  const { startDate, endDate } = requests[0]!.data;
  expect(Date.parse(endDate!) - Date.parse(startDate!)).toBe(7 * 86_400_000);

  await user.click(screen.getByRole('button', { name: 'Daha fazla göster' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(13));
  expect(requests.at(-1)?.data).toMatchObject({ offset: 10 });
});

it('shows no balance while balances are hidden', async () => {
  stored.set('showBalance', 0);
  mockCall('finance/list_transactions', [movement(1, { amount: 500, balance_after: 1234.5 })]);
  await open();
  expect(await screen.findByText('+500,00 TL')).toBeVisible();
  expect(screen.queryByText('1.234,50 TL')).toBeNull();
  expect(screen.getByText('••••')).toBeVisible();
  act(() => stored.set('showBalance', 1));
  expect(await screen.findByText('1.234,50 TL')).toBeVisible();
});

it('shows the reason of a refused withdrawal and that its money has not moved', async () => {
  const withdrawal = { transaction_category_id: 2, amount: -300 };
  const refused = { ...withdrawal, transaction_status: 1003, note: 'IBAN hatalı' };
  mockCall('finance/list_transactions', [movement(1, withdrawal), movement(2, refused)]);
  await open();
  expect(await screen.findByText('IBAN hatalı · Tutar bakiyenizde.')).toBeVisible();
  const struck = screen
    .getAllByText('-300,00 TL')
    .map((element) => element.className.includes('undone'));
  expect(struck).toEqual([false, true]);
});

it('filters by type, status and period, in the address', async () => {
  const requests = mockCall('finance/list_transactions', all.slice(0, 2));
  mockCall('finance/list_sub_categories', []);
  const { user, location } = await open();
  await screen.findAllByRole('row');
  await user.click(screen.getByRole('button', { name: 'Para çekme' }));
  await user.selectOptions(screen.getByLabelText('Durum'), 'Reddedildi');
  await user.selectOptions(screen.getByLabelText('Dönem'), 'Tüm zamanlar');
  // Each change of a filter sends a request, and the last request has the period.
  await waitFor(() => expect(requests.at(-1)?.data).not.toHaveProperty('startDate'));
  expect(requests.at(-1)?.data).toMatchObject({ searchCategory: 2, status: 1003 });
  expect(location()).toBe('/profile/transactions?kind=withdrawal&status=1003&period=all-times');
});

it.each([13, 123_456_789_012_345])('opens with the filters of the address: %i', async (id) => {
  const requests = mockCall('finance/list_transactions', all.slice(0, 2));
  mockCall('finance/list_sub_categories', [{ id, name: 'Kart' }]);
  const query = `kind=deposit&subcategory=${id}&status=1002&period=today`;
  await open(`/profile/transactions?${query}`);
  await screen.findAllByRole('row');
  expect(screen.getByRole('option', { name: 'İptal edildi' })).toHaveValue('1004');
  const filters = { searchCategory: 1, searchSubCategory: id, status: 1002 };
  expect(requests[0]?.data).toMatchObject(filters);
  expect(requests[0]?.data.startDate).toBe(requests[0]?.data.endDate);
  expect(await screen.findByRole('option', { name: 'Kart', selected: true })).toBeInTheDocument();
});

it.each([
  'kind=evil&subcategory=13&status=-1&period=ever',
  'subcategory=13&status=1234567890123456',
  'status=0x3e9',
])('ignores invalid filters of the address: %s', async (query) => {
  const requests = mockCall('finance/list_transactions', all.slice(0, 2));
  await open(`/profile/transactions?${query}`);
  await screen.findAllByRole('row');
  const { searchCategory, searchSubCategory, status } = requests[0]!.data;
  expect([searchCategory, searchSubCategory, status]).toEqual([undefined, undefined, undefined]);
});

it('cancels a pending withdrawal after a confirmation', async () => {
  mockCall('finance/list_transactions', [
    movement(7, { transaction_category_id: 2, transaction_status: 1001, amount: -300 }),
    movement(8, { transaction_status: 1001 }),
  ]);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Talebi iptal et' }));
  const dialog = within(screen.getByRole('dialog'));
  mockNetworkError('finance/cancel_withdrawal');
  await user.click(dialog.getByRole('button', { name: 'Talebi iptal et' }));
  expect(await dialog.findByText(/henüz bilinmiyor/)).toBeVisible();
  const requests = mockCall('finance/cancel_withdrawal', { transaction_id: 7, status: 1004 });
  await user.click(dialog.getByRole('button', { name: 'Talebi iptal et' }));
  expect(await screen.findByText('Çekim talebiniz iptal edildi')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ transaction_id: 7 });
  expect(requests[0]?.headers.get('Idempotency-Key')).toBeTruthy();
});

it('shows a message if there are no transactions', async () => {
  mockError('finance/list_transactions', { ...noRecords, data: [] });
  await open();
  expect(await screen.findByText('Belirlediğiniz kriterlere göre sonuç bulunamadı.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lobiye dön' })).toBeVisible();
});

it('shows only the transaction of the address', async () => {
  const requests = mockCall('finance/list_transactions', [movement(77)]);
  const { user } = await open('/profile/transactions?transaction=77');
  await user.click(await screen.findByRole('button', { name: 'İşlem 77' }));
  await waitFor(() => expect(requests[0]?.data).toMatchObject({ searchID: '77' }));
  expect(await screen.findByLabelText('Dönem')).toBeVisible();
});

it('exports all matching transactions with escaped formulas', async () => {
  const note = '=cmd|1';
  const requests = serve([...all.slice(0, 11), movement(12, { note })]);
  const { user } = await open();
  await screen.findAllByRole('row');
  let saved: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob;
    return 'blob:test';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'CSV indir' }));
  await waitFor(() => expect(saved).toBeDefined());
  const bytes = new Uint8Array(await saved!.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).trim().split('\r\n');
  expect(lines).toHaveLength(13);
  expect(lines.at(-1)).toContain(`'${note}`);
  expect(requests.at(-1)?.data).toMatchObject({ limit: 250, offset: 0, searchType: 1 });
});
