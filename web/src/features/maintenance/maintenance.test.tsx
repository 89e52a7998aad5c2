import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '@/lib/paths/paths';
import { loadNamespace } from '@/lib/i18n/i18n';
import { maintenance } from '@/lib/maintenance/flag';
import { stored } from '@/lib/storage/stored';
import { renderPage } from '@/testing/render';
import { mockRoute } from '@/testing/server';
import { MaintenanceDemoRoute } from './routes/MaintenanceDemoRoute';
import { MaintenanceRoute } from './routes/MaintenanceRoute';

const namespaces = ['maintenance'];
const check = 'GET /v1/check-maintenance' as const;
const pattern = paths.maintenance.pattern;
const path = pattern;

/** Renders the page as reached from `from`. Other routes show their address. */
async function show(from?: string) {
  await loadNamespace('maintenance');
  const Where = () => {
    const { pathname, search } = useLocation();
    return <p>{pathname + search}</p>;
  };
  render(
    <MemoryRouter initialEntries={[{ pathname: path, state: { from } }]}>
      <Routes>
        <Route path={pattern} element={<MaintenanceRoute />} />
        <Route path="*" element={<Where />} />
      </Routes>
    </MemoryRouter>,
  );
}

describe('the maintenance page', () => {
  const open = (message: string, until: string | null) => {
    mockRoute(check, () => ({ result: false, message, until }));
    return renderPage(<MaintenanceRoute />, { namespaces, path, pattern });
  };

  it('shows the operator’s message and the expected end', async () => {
    await open('Kabloları değiştiriyoruz.', '2036-01-02 07:00:00');
    expect(await screen.findByText('Kabloları değiştiriyoruz.')).toBeInTheDocument();
    expect(screen.getByText('02/01/2036 07:00')).toBeInTheDocument();
    expect(screen.getByRole('timer')).toBeInTheDocument();
  });

  it('shows a default message if there is none, and no end if it is unknown', async () => {
    await open('This site is under maintenance', null);
    expect(await screen.findByText(/Bakiyeniz ve hesabınız güvende/)).toBeInTheDocument();
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('redirects to the stored return address when the site is open', async () => {
    stored.set('returnUrl', '/slot?page=2');
    mockRoute(check, () => ({ result: true }));
    await show();
    expect(await screen.findByText('/slot?page=2')).toBeInTheDocument();
  });

  it('checks again on request and redirects to the requested page', async () => {
    let open = false;
    mockRoute(check, () => ({ result: open, message: 'Kapalı' }));
    stored.set('siteUnderMaintenance', true);
    await show('/live?page=3');
    await screen.findByText('Kapalı');
    open = true;
    screen.getByRole('button', { name: 'Şimdi kontrol et' }).click();
    expect(await screen.findByText('/live?page=3')).toBeInTheDocument();
    expect(maintenance.get()).toBe(false);
  });

  it('does not trust “open” immediately after a response that reports maintenance', async () => {
    const requests = vi.fn(() => ({ result: true }));
    mockRoute(check, requests);
    stored.set('siteUnderMaintenance', true);
    await show();
    await waitFor(() => expect(requests).toHaveBeenCalled());
    const button = await screen.findByRole('button', { name: 'Şimdi kontrol et' });
    await waitFor(() => expect(button).toBeEnabled());
    expect(maintenance.get()).toBe(true);
  });
});

it('the preview is marked as a preview, sends no requests and links back', async () => {
  await renderPage(<MaintenanceDemoRoute />, { namespaces });
  expect(screen.getByRole('note')).toHaveTextContent('önizleme');
  expect(screen.getByRole('timer')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Siteye dön' })).toHaveAttribute('href', '/');
});
