import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { CrashScreen } from './CrashScreen';

const open = () => render(<CrashScreen />, { wrapper: MemoryRouter });

it('shows that a page cannot be displayed', () => {
  open();
  expect(screen.getByText('Sayfa görüntülenemiyor')).toBeVisible();
});

it('shows that the browser is offline, and reloads when it is online', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  open();
  expect(screen.getByText('Bağlantı yok')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(1);
});
