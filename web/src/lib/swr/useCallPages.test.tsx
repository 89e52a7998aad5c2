import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { userLoginHistoryKey } from '@/contracts/keys';
import { mockCall, renderPage } from '@/testing';
import { refresh } from './cache';
import { useCallPages } from './useCallPages';

function Logins() {
  const { items, loadMore } = useCallPages(userLoginHistoryKey, {}, 2);
  return (
    <>
      <p>{items?.map(({ device }) => device).join(' ')}</p>
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
