import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { userLoginHistoryKey } from '@/contracts/keys';
import { setBootstrap } from '@/lib/bootstrap';
import { mockCall, renderPage, testBrand, waitForIdle } from '@/testing';
import { refresh } from './cache';
import { useCallPages } from './useCallPages';

function Logins() {
  const { items, error, loading, loadMore } = useCallPages(userLoginHistoryKey, {}, 2);
  return (
    <>
      <p>{items?.map(({ device }) => device).join(' ')}</p>
      {loading ? <p>loading</p> : <p>{error?.reason}</p>}
      <button onClick={loadMore}>more</button>
    </>
  );
}

it('revalidates the pages of a list after refresh', async () => {
  let devices = ['a', 'b', 'c'];
  mockCall(
    'user/login_history',
    ({ data: { offset = 0, limit = 0 } }) =>
      devices
        .slice(offset, offset + limit)
        .map((device) => ({ created_at: '2026-11-18 21:14:55', uip: '', device, success: true })),
    { pagination: { limit: 2, offset: 0, total: 3 } },
  );
  const { user } = await renderPage(<Logins />, { player: true });
  await screen.findByText('a b');
  await user.click(screen.getByRole('button'));
  await screen.findByText('a b c');
  devices = ['new', ...devices];
  await refresh('user/login_history');
  expect(await screen.findByText('new a b c')).toBeVisible();
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
