import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, mockRoute } from '@/testing';
import { StaffRoute } from './routes/StaffRoute';

const namespaces = ['staff'];
const check = 'GET /v1/check-maintenance' as const;

describe('the status page for support staff', () => {
  it('shows that the site is open', async () => {
    mockRoute(check, () => ({ result: true }));
    await renderPage(<StaffRoute />, { namespaces });
    expect(await screen.findByRole('heading', { name: 'Site açık' })).toBeInTheDocument();
    expect(screen.queryByText('Tahmini bitiş')).toBeNull();
  });

  it('shows message and end of the maintenance and follows changes', async () => {
    mockRoute(check, () => ({ result: true }));
    const { user } = await renderPage(<StaffRoute />, { namespaces });
    await screen.findByRole('heading', { name: 'Site açık' });
    mockRoute(check, () => ({ result: false, message: 'Bakım', until: '2036-01-02 07:00:00' }));
    await user.click(screen.getByRole('button', { name: 'Yenile' }));
    expect(await screen.findByRole('heading', { name: 'Site bakımda' })).toBeInTheDocument();
    expect(screen.getByText('Bakım')).toBeInTheDocument();
    expect(screen.getByText('02.01.2036 07:00')).toBeInTheDocument();
  });

  it('shows that the status is unknown when the request fails', async () => {
    mockRoute(check, () => new Response('gateway down', { status: 502 }));
    await renderPage(<StaffRoute />, { namespaces });
    expect(await screen.findByRole('heading', { name: 'Durum alınamadı' })).toBeInTheDocument();
  });
});
