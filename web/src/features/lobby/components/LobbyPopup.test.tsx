import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { addOpenDialog } from '@/components/ui/Dialog/openDialogs';
import { toWireDate } from '@/lib/format/date';
import { pageTouched } from '@/lib/page/page';
import { renderPage } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import LobbyPopup from './LobbyPopup';

const hour = 3_600_000;
const at = (hours: number) => toWireDate(new Date(Date.now() + hours * hour), 'Europe/Istanbul');

const popup = {
  id: 7,
  title: 'Hoş geldiniz',
  html: '<p>Merhaba <img src="x" onerror="alert(1)"></p>',
  image: '',
  link: '/promotions',
  Active: 1 as const,
  Start_date: at(-1),
  End_date: at(5),
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
});

const openLater = async () => {
  const view = await renderPage(<LobbyPopup />, { namespaces: ['lobby'] });
  act(() => pageTouched.set(true));
  await act(() => vi.advanceTimersByTimeAsync(3000));
  return view;
};

it('the popup opens one time per visit with sanitised content, requested by brand', async () => {
  const requests = mockCall('cmscontroller/popupInformation', [
    { ...popup, id: 6, Active: 0 },
    popup,
  ]);
  const first = await openLater();
  const dialog = await screen.findByRole('dialog', { name: 'Hoş geldiniz' });
  expect(dialog).toHaveTextContent('Merhaba');
  expect(dialog.innerHTML).not.toContain('onerror');
  expect(requests[0]?.data).toMatchObject({ siteId: 889 });
  await first.user.click(within(dialog).getByRole('button', { name: 'Kapat' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  first.unmount();
  await openLater();
  await waitForIdle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('modalStatus')).toBeNull();
});

it('the popup waits for use of the page and a pause, and does not open again when closed for good', async () => {
  const requests = mockCall('cmscontroller/popupInformation', [popup]);
  const { user } = await renderPage(<LobbyPopup />, { namespaces: ['lobby'] });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitForIdle();
  expect(requests).toHaveLength(0);
  act(() => pageTouched.set(true));
  for (const type of ['scroll', 'wheel', 'touchmove', 'input']) {
    window.dispatchEvent(new Event(type));
    await act(() => vi.advanceTimersByTimeAsync(1500));
    await user.tab();
    await act(() => vi.advanceTimersByTimeAsync(1500));
  }
  expect(requests).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await user.click(await screen.findByRole('checkbox', { name: 'Bir daha gösterme' }));
  await user.click(screen.getByRole('button', { name: 'Kapat' }));
  expect(localStorage.getItem('modalStatus')).toBe('["7"]');
});

it('the popup is a card that leaves focus and keys to the page', async () => {
  mockCall('cmscontroller/popupInformation', [popup]);
  const search = document.createElement('dialog');
  const removeOpenDialog = addOpenDialog(search);
  const main = document.createElement('main');
  main.id = 'main';
  main.tabIndex = -1;
  document.body.append(main);
  const { user } = await openLater();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.queryByRole('dialog')).toBeNull();
  main.focus();
  act(removeOpenDialog);
  const card = await screen.findByRole('dialog', { name: 'Hoş geldiniz' });
  expect(screen.getByText('Hoş geldiniz', { selector: '[role=status]' })).toBeVisible();
  expect(card.matches('dialog')).toBe(false);
  expect(main).toHaveFocus();
  document.body.append(search);
  search.show();
  await user.keyboard('{Escape}');
  expect(card).toBeVisible();
  search.remove();
  await user.click(within(card).getByRole('checkbox'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(main).toHaveFocus());
  main.remove();
});
