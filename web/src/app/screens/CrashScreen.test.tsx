import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { addBusyCheck } from '@/lib/busy';
import { CrashScreen } from './CrashScreen';

const open = () => render(<CrashScreen />, { wrapper: MemoryRouter });

/** Opens it without a network. */
function openOffline() {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  open();
  const goOnline = () => {
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  };
  return { reload, goOnline };
}

it('shows that a page cannot be displayed', () => {
  open();
  expect(screen.getByText('Sayfa görüntülenemiyor')).toBeVisible();
});

it('shows that the browser is offline, and reloads when it is online', () => {
  const { reload, goOnline } = openOffline();
  expect(screen.getByText('Bağlantı yok')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  goOnline();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('never ends a running game beside it, and reloads after its end', () => {
  const endGame = addBusyCheck(() => true);
  const { reload, goOnline } = openOffline();
  addBusyCheck(() => false)();
  goOnline();
  expect(reload).not.toHaveBeenCalled();
  endGame();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('stays as it is when a game ends without a network', () => {
  const endGame = addBusyCheck(() => true);
  const { reload } = openOffline();
  endGame();
  expect(reload).not.toHaveBeenCalled();
});
