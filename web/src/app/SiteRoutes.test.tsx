import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setBootstrap } from '@/lib/bootstrap';
import { paths } from '@/lib/paths';
import { openSession } from '@/lib/session';
import { mockCall, mockRoute, testBrand } from '@/testing';
import { navigateTo } from './navigateTo';
import { SiteRoutes } from './SiteRoutes';

beforeEach(async () => {
  mockCall('maintenance/check_status', {}, { result: true });
  for (const name of ['header-menu', 'footer-menu', 'partners', 'investment-methods'])
    mockRoute(`GET /datas/${name}.json`, () => []);
  mockRoute('GET /v1/licenses', () => []);
  const session = openSession({ home: paths.home.to(), navigate: navigateTo });
  await session.start();
});
afterEach(() => setBootstrap(testBrand));

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <SiteRoutes />
    </MemoryRouter>,
  );

it('shows the page of an address', async () => {
  open('/login');
  expect(await screen.findByLabelText('Kullanıcı adı')).toBeInTheDocument();
  expect(screen.queryByText('404')).toBeNull();
});

it('does not find a page whose call the platform does not have', async () => {
  setBootstrap({ ...testBrand, unsupported: ['user/forgot'] });
  open('/forgot-password');
  expect(await screen.findByText('404')).toBeInTheDocument();
});
