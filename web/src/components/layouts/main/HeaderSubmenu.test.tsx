import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MenuItem } from '@/contracts/types';
import { changeLanguage } from '@/lib/i18n/i18n';
import { renderPage } from '@/testing/render';
import DrawerGroup from './DrawerGroup';
import HeaderSubmenu from './HeaderSubmenu';

const item: MenuItem = {
  id: 'slots',
  title: { tr: 'Slot' },
  path: '/slot',
  children: [
    { id: 'new', title: { tr: 'Yeni gelenler' }, path: '/slot/category/78' },
    { id: 'jackpots', title: { tr: 'Jackpotlar' }, path: '/slot/category/58' },
  ],
};
const link = <a href="/slot">Slot</a>;
const toggle = () => screen.getByRole('button', { name: 'Slot alt menüsü' });

describe('a submenu of the header', () => {
  const open = () =>
    renderPage(
      <header>
        <HeaderSubmenu item={item}>{link}</HeaderSubmenu>
      </header>,
    );

  it('is opened by its button, closed by Escape and by leaving it', async () => {
    const { user } = await open();
    expect(screen.queryByRole('link', { name: 'Yeni gelenler' })).toBeNull();
    await user.click(toggle());
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    await user.tab();
    expect(screen.getByRole('link', { name: 'Yeni gelenler' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(toggle()).toHaveFocus();
    expect(screen.queryByRole('link', { name: 'Yeni gelenler' })).toBeNull();
    await user.click(toggle());
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  });

  it('is opened by the arrow key, which walks through it', async () => {
    const { user } = await open();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Yeni gelenler' })).toHaveFocus());
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Jackpotlar' })).toHaveFocus());
  });

  it.each([
    ['tr', 'Slot alt menüsü', '150px'],
    ['ar', /Slot/, '340px'],
  ] as const)('opens below its entry, %s', async (language, name, start) => {
    await changeLanguage(language);
    const { user } = await open();
    const place = (left: number, right: number) => () => ({ left, right }) as DOMRect;
    const header = screen.getByRole('banner');
    header.getBoundingClientRect = place(10, 600);
    const button = screen.getByRole('button', { name });
    button.parentElement!.getBoundingClientRect = place(160, 260);
    await user.click(button);
    expect(screen.getByRole('list').style.insetInlineStart).toBe(start);
  });

  it('follows the mouse, and navigation closes it', async () => {
    const { user, location } = await open();
    await user.hover(screen.getByRole('link', { name: 'Slot' }));
    await user.click(await screen.findByRole('link', { name: 'Jackpotlar' }));
    expect(location()).toBe('/slot/category/58');
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('a group of the drawer', () => {
  it('lists its children once it is opened', async () => {
    const { user } = await renderPage(<DrawerGroup item={item}>{link}</DrawerGroup>);
    expect(screen.queryByRole('list')).toBeNull();
    await user.click(toggle());
    expect(within(screen.getByRole('list')).getAllByRole('link')).toHaveLength(2);
  });

  it('is open where one of them is the page', async () => {
    const path = '/slot/category/58';
    await renderPage(<DrawerGroup item={item}>{link}</DrawerGroup>, { path });
    const current = screen.getByRole('link', { name: 'Jackpotlar' });
    expect(current).toHaveAttribute('aria-current', 'page');
  });
});
