import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { CrashScreen } from './CrashScreen';

const open = () => render(<CrashScreen />, { wrapper: MemoryRouter });

it('says that a page cannot be displayed', () => {
  open();
  expect(screen.getByText('Sayfa görüntülenemiyor')).toBeVisible();
});

it('says that the connection is gone, and loads the page when it is back', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  open();
  expect(screen.getByText('Bağlantı yok')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(1);
});
