import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { examples } from '@/contracts/examples';
import type { Transaction } from '@/contracts/types';
import { renderPage } from '@/testing/render';
import { mockCall, mockError } from '@/testing/server';
import { TicketsRoute } from './routes/TicketsRoute';

const namespaces = ['tickets'];
const show = (path?: string) => renderPage(<TicketsRoute />, { path, namespaces, player: true });

it('the tickets page requests the brand’s ticket filter and shows a ticket for each deposit', async () => {
  const requests = mockCall('finance/list_transactions');
  await show();
  expect(await screen.findByText('9900412')).toBeInTheDocument();
  expect(screen.getByText('500,00 TL')).toBeInTheDocument();
  expect(requests[0]?.data).toMatchObject({
    limit: 50,
    offset: 0,
    searchType: 1,
    searchCategory: 1,
    status: 1002,
    searchMinAmount: 250,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
  });
  expect(requests[0]?.data).not.toHaveProperty('searchID');
});

it('the tickets page shows the others if one is invalid', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ticket = (examples['finance/list_transactions'][0]!.answer.data as Transaction[])[0]!;
  const broken = { ...ticket, transaction_id: 1, method: {} as never };
  mockCall('finance/list_transactions', [broken, ticket]);
  await show();
  expect(await screen.findByText('9900412')).toBeVisible();
  expect(screen.getByText('Bu bölüm gösterilemedi.')).toBeVisible();
});

it('the tickets page searches from three characters, and leads back to all tickets', async () => {
  const requests = mockCall('finance/list_transactions');
  const { user } = await show();
  await screen.findByText('9900412');
  await user.type(screen.getByRole('searchbox'), '99{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('en az 3 karakter');
  await user.type(screen.getByRole('searchbox'), '0{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  await screen.findByText('9900412');
  mockError('finance/list_transactions', { message: 'Kayıt Bulunamadı', debug: 'no records' });
  await user.type(screen.getByRole('searchbox'), '1{Enter}');
  const all = await screen.findByRole('button', { name: 'Tüm biletleri göster' });
  mockCall('finance/list_transactions');
  await user.click(all);
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(await screen.findByText('9900412')).toBeVisible();
  expect(requests.map(({ data }) => data.searchID)).toEqual([undefined, '990']);
});

it('the tickets page leads a player without tickets to the deposit', async () => {
  mockError('finance/list_transactions', { message: 'Kayıt Bulunamadı', debug: 'no records' });
  await show();
  expect(await screen.findByText('Henüz biletiniz yok')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Para yatır' })).toBeInTheDocument();
});

it('the tickets page loads further pages', async () => {
  const requests = mockCall('finance/list_transactions', undefined, {
    pagination: { limit: 50, offset: 0, total: 60 },
  });
  const { user } = await show();
  const next = await screen.findByRole('button', { name: 'Sonraki sayfa' });
  await user.click(next);
  // The previous page stays until the next one arrives, with focus and scroll position.
  expect(screen.getByText('9900412')).toBeVisible();
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(next).toHaveFocus();
  expect(requests.at(-1)?.data.offset).toBe(50);
});

it('the tickets page shows the search and the page of its address', async () => {
  const requests = mockCall('finance/list_transactions', undefined, {
    pagination: { limit: 50, offset: 50, total: 60 },
  });
  const { user, location } = await show('/?search=990&offset=50');
  await user.click(await screen.findByRole('button', { name: 'Önceki sayfa' }));
  expect(screen.getByRole('searchbox')).toHaveValue('990');
  expect(requests[0]?.data).toMatchObject({ searchID: '990', offset: 50 });
  expect(location()).toBe('/?search=990');
});

it('the tickets page leaves a page of its address that has no tickets', async () => {
  mockError('finance/list_transactions', { message: 'Kayıt Bulunamadı', debug: 'no records' });
  const { location } = await show('/?offset=50');
  await waitFor(() => expect(location()).toBe('/'));
});
