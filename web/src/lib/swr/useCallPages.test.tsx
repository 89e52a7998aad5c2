import { act, screen, waitFor } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { expect, it } from 'vitest';
import { useFinanceCheckBalance } from '@/contracts/hooks/finance';
import { livecasinoGameTableListKey, userLoginHistoryKey } from '@/contracts/keys';
import type { LoginRecord } from '@/contracts/types';
import { inlineAnswers, withoutCalls } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { envelope, mockCall, mockError } from '@/testing/server';
import { exampleTable } from '@/testing/fixtures';
import { refresh } from './cache';
import { useAllPages } from './useAllPages';
import { useCallPages } from './useCallPages';

function Logins() {
  const { items, total, hasMore, error, moreError, loading, loadingMore, loadMore } = useCallPages(
    userLoginHistoryKey,
    {},
    2,
  );
  return (
    <>
      <p>{items?.map(({ device }) => device).join(' ')}</p>
      <p>{items && `${items.length} of ${total}, more: ${hasMore}`}</p>
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

/** All logins, sorted by device, two of them. */
function SortedLogins() {
  const pages = useCallPages(userLoginHistoryKey, {}, 2);
  const { items, error, reload } = useAllPages(pages, '', 2, byDevice);
  return (
    <>
      <p>{items?.map(({ device }) => device).join(' ')}</p>
      {error && <button onClick={reload}>{error.message}</button>}
    </>
  );
}

const login = (device: string) => ({
  created_at: '2026-11-18 21:14:55',
  uip: '',
  device,
  success: true,
});

const byDevice = (logins: LoginRecord[]) =>
  [...logins].sort((a, b) => a.device.localeCompare(b.device));

/** Mocks the list with these devices. Returns its requests. */
const mockLogins = (devices: readonly string[], { total = devices.length, largest = 2 } = {}) =>
  mockCall(
    'user/login_history',
    ({ data: { offset = 0, limit = 0 } }) =>
      devices.slice(offset, offset + Math.min(limit, largest)).map(login),
    { pagination: { limit: 2, offset: 0, total } },
  );

/** Renders a list of three and shows its first page. */
async function openLogins(page = <Logins />) {
  mockLogins(['a', 'b', 'c']);
  const view = await renderPage(page, { player: true });
  await screen.findByText('a b');
  const loadMore = () => view.user.click(screen.getByRole('button'));
  return { ...view, loadMore };
}

const offsets = (requests: ReturnType<typeof mockLogins>) =>
  requests.map(({ data: { offset } }) => offset);

it('uses a first page that came with the page, and asks for the next ones only', async () => {
  const tables = [1, 2, 3].map((id) => ({ ...exampleTable, tableID: id, name: `table ${id}` }));
  const pagination = { limit: 2, offset: 0, total: 3 };
  const first = envelope(tables.slice(0, 2), { pagination });
  inlineAnswers({ 'livecasino/game_table_list': first });
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

it.each([
  ['counts more items than it has', { total: 9 }, [0, 2, 3]],
  ['has smaller pages than were requested', { largest: 1 }, [0, 1, 2]],
])('loads all pages of a platform that %s, and ends', async (_, platform, expected) => {
  const requests = mockLogins(['c', 'a', 'b'], platform);
  await renderPage(<SortedLogins />, { player: true });
  await screen.findByText('a b');
  await waitForIdle();
  expect(offsets(requests)).toEqual(expected);
});

it('asks a failing platform for the next page once, and again when the player asks', async () => {
  let failed: unknown[] = [];
  mockCall(
    'user/login_history',
    () => {
      failed = mockError('user/login_history', { message: 'Kapalı' });
      return [login('b'), login('a')];
    },
    { pagination: { limit: 2, offset: 0, total: 3 } },
  );
  const { user } = await renderPage(<SortedLogins />, { player: true });
  const retry = await screen.findByRole('button', { name: 'Kapalı' });
  await waitForIdle();
  expect(failed).toHaveLength(1);
  const requests = mockLogins(['b', 'a', 'c']);
  await user.click(retry);
  await screen.findByText('a b');
  expect(offsets(requests)).toEqual([2]);
});

it('keeps its pages when the next one fails, and asks for that one again', async () => {
  const { loadMore } = await openLogins();
  mockError('user/login_history', { message: 'Kapalı' });
  await loadMore();
  expect(await screen.findByText('no more: Kapalı')).toBeVisible();
  expect(screen.getByText('a b')).toBeVisible();

  const requests = mockLogins(['a', 'b', 'c']);
  await loadMore();
  await screen.findByText('a b c');
  expect(offsets(requests)).toEqual([2]);
  expect(screen.queryByText(/no more/)).not.toBeInTheDocument();
});

it('ends where the platform reports no more records', async () => {
  const { loadMore } = await openLogins();
  mockError('user/login_history', { message: 'Kayıt Bulunamadı', debug: 'no records' });
  await loadMore();
  await waitForIdle();
  expect(screen.getByText('a b')).toBeVisible();
  expect(screen.queryByText(/no more/)).not.toBeInTheDocument();
});

it('asks for all pages again when the list has grown meanwhile, and after refresh', async () => {
  const { loadMore } = await openLogins();
  mockLogins(['new', 'a', 'b', 'c']);
  await loadMore();
  expect(await screen.findByText('new a b c')).toBeVisible();
  mockLogins(['newer', 'new', 'a', 'b']);
  await refresh('user/login_history');
  expect(await screen.findByText('newer new a b')).toBeVisible();
});

it('has no records and makes no request where the platform does not have the call', async () => {
  withoutCalls('user/login_history');
  const requests = mockCall('user/login_history');
  await renderPage(<Logins />, { player: true });
  expect(await screen.findByText('no-records')).toBeVisible();
  await waitForIdle();
  expect(requests).toEqual([]);
});

it('of a player leaves the cache at the logout, as any response of a player does', async () => {
  const { cache } = SWRConfig.defaultValue;
  const cached = (name: string) =>
    [...cache.keys()]
      .filter((key) => key.includes(name))
      .map((key) => (cache.get(key) as { data?: unknown } | undefined)?.data)
      .filter((data) => data !== undefined);
  const names = ['user/login_history', 'finance/check_balance'];
  const Balance = () => <p>{useFinanceCheckBalance().data?.length}</p>;
  const page = (
    <>
      <Logins />
      <Balance />
    </>
  );
  const { session } = await openLogins(page);
  for (const name of names) await waitFor(() => expect(cached(name)).not.toEqual([]));
  mockCall('user/logout', {});
  await act(() => session.logout());
  await waitFor(() => expect(names.flatMap(cached)).toEqual([]));
  expect(screen.queryByText('a b')).toBeNull();
});
