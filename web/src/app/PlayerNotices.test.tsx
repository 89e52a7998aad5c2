import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { depositRequests } from '@/lib/deposit/openDeposit';
import { newDeviceLogin } from '@/lib/newDevice/newDevice';
import { refreshBalance } from '@/lib/player/player';
import { renderPage } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { PlayerNotices } from './PlayerNotices';
import { SiteFrame } from './SiteFrame';

it('leads an empty balance to a deposit and to the bonuses, until it is hidden', async () => {
  const { user } = await renderPage(<PlayerNotices />, { path: '/', player: true });
  mockCall('finance/check_balance', [{ balance: 0, bonus: 0, currency: 'TRY' }]);
  await waitFor(async () => {
    await refreshBalance();
    expect(screen.getByText('Hoş geldiniz, Deniz')).toBeVisible();
  });
  const link = screen.getByRole('link', { name: 'Bonuslara bak' });
  expect(link).toHaveAttribute('href', '/profile/bonuses');
  let opened = 0;
  depositRequests.on('open', () => (opened += 1));
  await user.click(screen.getByRole('button', { name: 'Para yatır' }));
  expect(opened).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Bu kartı gizle' }));
  expect(screen.queryByText('Hoş geldiniz, Deniz')).toBeNull();
});

describe('a login from a new device', () => {
  const notice = 'Yeni bir cihazdan giriş yapıldı';
  const tell = () => newDeviceLogin.set({ at: Date.UTC(2026, 10, 20, 8), answered: false }, 'demo');

  it('is told until it is answered', async () => {
    tell();
    const { user } = await renderPage(<PlayerNotices />, { path: '/slot', player: true });
    expect(await screen.findByText(notice)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ben değildim' }));
    expect(await screen.findByRole('link', { name: 'Şifremi değiştir' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Her yerden çıkış yap' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Bendim' }));
    expect(screen.queryByText(notice)).toBeNull();
    expect(newDeviceLogin.get('demo')?.answered).toBe(true);
  });

  it('is told on a play page, to which the login may return', async () => {
    tell();
    const site = (
      <Routes>
        <Route element={<SiteFrame frame="play" />}>
          <Route path="*" element={<p>Oyun</p>} />
        </Route>
      </Routes>
    );
    const { user } = await renderPage(site, { path: '/play/slot/1001', player: true });
    expect(await screen.findByText('Oyun')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Bendim' }));
    expect(screen.queryByText(notice)).toBeNull();
  });
});
