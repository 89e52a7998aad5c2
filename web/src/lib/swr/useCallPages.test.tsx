import { act, screen, waitFor } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, it } from 'vitest';
import { examples } from '@/contracts/examples';
import { livecasinoGameTableListKey, userLoginHistoryKey } from '@/contracts/keys';
import type { Table } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap';
import { mockCall, mockError, renderPage, testBrand, waitForIdle } from '@/testing';
import { refresh } from './cache';
import { useCallPages } from './useCallPages';

function Logins() {
  const { items, error, moreError, loading, loadingMore, loadMore } = useCallPages(
    userLoginHistoryKey,
    {},
    2,
  );
  return (
    <>
      <p>{items?.map(({ device }) => device).join(' ')}</p>
      {loading ? <p>loading</p> : <p>{error?.reason}</p>}
      <p>{loadingMore ? 'loading more' : moreError && `no more: ${moreError.message}`}</p>
      <button onClick={loadMore}>more</button>
    </>
  );
}

function Tables() {
  const { items, loadMore } = useCallPages(livecasinoGameTableListKey, {}, 2, {
    fromBootstrap: true,
  });
  return (
    <>
      <p>{items?.map(({ name }) => name).join(' ')}</p>
      <button onClick={loadMore}>more</button>
    </>
  );
}

/** Mocks the list with these devices; returns its requests. */
const mockLogins = (devices: readonly string[]) =>
  mockCall(
    'user/login_history',
    ({ data: { offset = 0, limit = 0 } }) =>
      devices
        .slice(offset, offset + limit)
        .map((device) => ({ created_at: '2026-11-18 21:14:55', uip: '', device, success: true })),
    { pagination: { limit: 2, offset: 0, total: devices.length } },
  );

const offsets = (requests: ReturnType<typeof mockLogins>) =>
  requests.map(({ data: { offset } }) => offset);

it('asks for one page at a time', async () => {
  const requests = mockLogins(['a', 'b', 'c', 'd', 'e']);
  const { user } = await renderPage(<Logins />, { player: true });
  await screen.findByText('a b');
  await user.click(screen.getByRole('button'));
  await screen.findByText('a b c d');
  await user.click(screen.getByRole('button'));
  await screen.findByText('a b c d e');
  await waitForIdle();
  expect(offsets(requests)).toEqual([0, 2, 4]);
});

it('uses a first page that came with the page, and asks for the next ones only', async () => {
  const [table] = examples['livecasino/game_table_list'][0]!.answer.data as [Table];
  const tables = [1, 2, 3].map((tableID) => ({ ...table, tableID, name: `table ${tableID}` }));
  const pagination = { limit: 2, offset: 0, total: 3 };
  setBootstrap({
    ...testBrand,
    initial: {
      'livecasino/game_table_list': {
        ...examples['livecasino/game_table_list'][0]!.answer,
        data: tables.slice(0, 2),
        pagination,
      },
    },
  });
  const requests = mockCall(
    'livecasino/game_table_list',
    ({ data: { offset = 0 } }) => tables.slice(offset, offset + 2),
    { pagination },
  );
  const { user } = await renderPage(<Tables />);
  expect(screen.getByText('table 1 table 2')).toBeVisible();
  await user.click(screen.getByRole('button'));
  await screen.findByText('table 1 table 2 table 3');
  await waitForIdle();
  expect(requests.map(({ data: { offset } }) => offset)).toEqual([2]);
});

it('keeps its pages when the next one fails, and asks for that one again', async () => {
  mockLogins(['a', 'b', 'c']);
  const { user } = await renderPage(<Logins />, { player: true });
  await screen.findByText('a b');
  mockError('user/login_history', { message: 'Kapalı' });
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('no more: Kapalı')).toBeVisible();
  expect(screen.getByText('a b')).toBeVisible();

  const requests = mockLogins(['a', 'b', 'c']);
  await user.click(screen.getByRole('button'));
  await screen.findByText('a b c');
  expect(offsets(requests)).toEqual([2]);
  expect(screen.queryByText(/no more/)).not.toBeInTheDocument();
});

it('ends where the platform reports no more records', async () => {
  mockLogins(['a', 'b', 'c']);
  const { user } = await renderPage(<Logins />, { player: true });
  await screen.findByText('a b');
  mockError('user/login_history', { message: 'Kayıt Bulunamadı', debug: 'no records' });
  await user.click(screen.getByRole('button'));
  await waitForIdle();
  expect(screen.getByText('a b')).toBeVisible();
  expect(screen.queryByText(/no more/)).not.toBeInTheDocument();
});

it('asks for all pages again when the list has grown meanwhile', async () => {
  mockLogins(['a', 'b', 'c']);
  const { user } = await renderPage(<Logins />, { player: true });
  await screen.findByText('a b');
  mockLogins(['new', 'a', 'b', 'c']);
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('new a b c')).toBeVisible();
});

it('revalidates the pages of a list after refresh', async () => {
  mockLogins(['a', 'b', 'c']);
  const { user } = await renderPage(<Logins />, { player: true });
  await screen.findByText('a b');
  await user.click(screen.getByRole('button'));
  await screen.findByText('a b c');
  mockLogins(['new', 'a', 'b']);
  await refresh('user/login_history');
  expect(await screen.findByText('new a b')).toBeVisible();
});

afterEach(() => setBootstrap(testBrand));

it('has no records and makes no request where the platform does not have the call', async () => {
  setBootstrap({ ...testBrand, unsupported: ['user/login_history'] });
  const requests = mockCall('user/login_history');
  await renderPage(<Logins />, { player: true });
  expect(await screen.findByText('no-records')).toBeVisible();
  await waitForIdle();
  expect(requests).toEqual([]);
});

it('of a player leaves the cache at the logout', async () => {
  const { cache } = SWRConfig.defaultValue;
  const cached = () =>
    [...cache.keys()]
      .filter((key) => key.includes('user/login_history'))
      .map((key) => (cache.get(key) as { data?: unknown } | undefined)?.data)
      .filter((data) => data !== undefined);
  mockLogins(['a', 'b', 'c']);
  const { session } = await renderPage(<Logins />, { player: true });
  await screen.findByText('a b');
  expect(cached()).not.toEqual([]);
  mockCall('user/logout', {});
  await act(() => session.logout());
  await waitFor(() => expect(cached()).toEqual([]));
  expect(screen.queryByText('a b')).toBeNull();
});
