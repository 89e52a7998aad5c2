import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, mockRoute } from '@/testing';
import { StaffRoute } from './routes/StaffRoute';

const namespaces = ['staff'];
const check = 'GET /v1/check-maintenance' as const;

describe('the state for support staff', () => {
  it('says that the site is open', async () => {
    mockRoute(check, () => ({ result: true }));
    await renderPage(<StaffRoute />, { namespaces });
    expect(await screen.findByRole('heading', { name: 'Site açık' })).toBeInTheDocument();
    expect(screen.queryByText('Tahmini bitiş')).toBeNull();
  });

  it('says what players read and until when, and follows a change', async () => {
    mockRoute(check, () => ({ result: true }));
    const { user } = await renderPage(<StaffRoute />, { namespaces });
    await screen.findByRole('heading', { name: 'Site açık' });
    mockRoute(check, () => ({ result: false, message: 'Bakım', until: '2036-01-02 07:00:00' }));
    await user.click(screen.getByRole('button', { name: 'Yenile' }));
    expect(await screen.findByRole('heading', { name: 'Site bakımda' })).toBeInTheDocument();
    expect(screen.getByText('Bakım')).toBeInTheDocument();
    expect(screen.getByText('02.01.2036 07:00')).toBeInTheDocument();
  });

  it('says that nobody knows when nothing answers', async () => {
    mockRoute(check, () => new Response('gateway down', { status: 502 }));
    await renderPage(<StaffRoute />, { namespaces });
    expect(await screen.findByRole('heading', { name: 'Durum alınamadı' })).toBeInTheDocument();
  });
});
