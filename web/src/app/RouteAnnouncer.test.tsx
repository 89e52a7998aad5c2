import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { usePageTitle } from '@/lib/page';
import { RouteAnnouncer } from './RouteAnnouncer';

function Page({ title, to }: { title: string; to: string }) {
  usePageTitle(title);
  return <Link to={to}>{title}</Link>;
}

const site = () =>
  render(
    <MemoryRouter initialEntries={['/slot']}>
      <RouteAnnouncer />
      <Link to="/promotions">Kampanyalar</Link>
      <main id="main" tabIndex={-1}>
        <Routes>
          <Route path="/slot" element={<Page key="slot" title="Slotlar" to="/live" />} />
          <Route path="/live" element={<Page key="live" title="Canlı" to="/slot" />} />
          <Route path="/promotions" element={<Page title="Promosyonlar" to="/slot" />} />
        </Routes>
      </main>
    </MemoryRouter>,
  );

it('announces the title of each page but the first', async () => {
  site();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await userEvent.click(screen.getByRole('link', { name: 'Slotlar' }));
  expect(screen.getByRole('status')).toHaveTextContent(/^Canlı · /);
});

it('moves the focus to the page when the focused element was removed', async () => {
  site();
  await userEvent.click(screen.getByRole('link', { name: 'Slotlar' }));
  expect(screen.getByRole('main')).toHaveFocus();
});

it('keeps the focus on a link that stays', async () => {
  site();
  const staying = screen.getByRole('link', { name: 'Kampanyalar' });
  await userEvent.click(staying);
  expect(await screen.findByRole('link', { name: 'Promosyonlar' })).toBeVisible();
  expect(staying).toHaveFocus();
});
