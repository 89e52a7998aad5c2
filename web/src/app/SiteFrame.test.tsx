import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { newDeviceLogin } from '@/lib/newDevice';
import { renderPage } from '@/testing';
import { SiteFrame } from './SiteFrame';

it('tells of a login from a new device on a play page, to which the login may return', async () => {
  newDeviceLogin.set({ at: Date.UTC(2026, 10, 20, 8), answered: false }, 'demo');
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
  expect(screen.queryByText('Yeni bir cihazdan giriş yapıldı')).toBeNull();
});
