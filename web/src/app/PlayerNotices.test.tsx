import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { depositRequests } from '@/lib/deposit/openDeposit';
import { newDeviceLogin } from '@/lib/newDevice';
import { refreshBalance } from '@/lib/player';
import { mockCall, renderPage } from '@/testing';
import { PlayerNotices } from './PlayerNotices';

it('leads an empty balance to a deposit and to the bonuses, until it is hidden', async () => {
  const { user } = await renderPage(<PlayerNotices />, { path: '/', player: true });
  mockCall('finance/check_balance', [{ balance: 0, bonus: 0, currency: 'TRY' }]);
  await waitFor(async () => {
    await refreshBalance();
    expect(screen.getByText('Hoş geldiniz, Deniz')).toBeVisible();
  });
  expect(screen.getByRole('link', { name: 'Bonuslara bak' })).toHaveAttribute(
    'href',
    '/profile/bonuses',
  );
  let opened = 0;
  depositRequests.on('open', () => (opened += 1));
  await user.click(screen.getByRole('button', { name: 'Para yatır' }));
  expect(opened).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Bu kartı gizle' }));
  expect(screen.queryByText('Hoş geldiniz, Deniz')).toBeNull();
});

it('tells of a login from a new device until it is answered', async () => {
  newDeviceLogin.set({ at: Date.UTC(2026, 10, 20, 8), answered: false }, 'demo');
  const { user } = await renderPage(<PlayerNotices />, { path: '/slot', player: true });
  expect(await screen.findByText('Yeni bir cihazdan giriş yapıldı')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ben değildim' }));
  expect(await screen.findByRole('link', { name: 'Şifremi değiştir' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Her yerden çıkış yap' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Bendim' }));
  expect(screen.queryByText('Yeni bir cihazdan giriş yapıldı')).toBeNull();
  expect(newDeviceLogin.get('demo')?.answered).toBe(true);
});
