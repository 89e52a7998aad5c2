import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MenuItem } from '@/contracts/types';
import { i18next } from '@/lib/i18n/i18n';
import { announcedStatus } from '@/lib/maintenance/flag';
import { changeBrand, testBrand, withoutFeatures } from '@/testing/brand';
import { renderPage, showEveryElement, type RenderPageOptions } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { exampleOf, mockCall, mockError, mockRoute } from '@/testing/server';
import { AccountLayout } from './account/AccountLayout';
import { MainLayout } from './main/MainLayout';

const menu: MenuItem[] = [
  {
    id: 'slots',
    title: { tr: 'Slot', ar: 'سلوتس' },
    path: '/slot',
    feature: 'slots',
    children: [
      { id: 'new', title: { tr: 'Yeni gelenler' }, path: '/slot/category/78' },
      { id: 'jackpots', title: { tr: 'Jackpotlar' }, path: '/slot/category/58' },
    ],
  },
  { id: 'sport', title: { tr: 'Spor' }, path: '/sport', feature: 'sport' },
  { id: 'blog', title: { tr: 'Blog' }, url: 'https://blog.example/' },
];
const footer: MenuItem[] = [
  {
    id: 'rules',
    title: { tr: 'Kurallar' },
    children: [{ id: 'general', title: { tr: 'Genel kurallar' }, path: '/info/GeneralRules' }],
  },
];

beforeEach(() => {
  mockCall('finance/list_transactions', []);
  mockCall('crm/list_mass_messages', []);
  mockRoute('GET /datas/header-menu.json', () => menu);
  mockRoute('GET /datas/footer-menu.json', () => footer);
  mockRoute('GET /datas/partners.json', () => []);
  mockRoute('GET /datas/investment-methods.json', () => []);
  mockRoute('GET /v1/bootstrap', ({ url }) => {
    const language = new URL(url).searchParams.get('Lang');
    const legal = { notice: `notice ${language}`, licence: `licence ${language}` };
    return { ...testBrand, legal: { ...testBrand.legal, ...legal } };
  });
});

const onSearch = vi.fn();

async function site(options?: RenderPageOptions) {
  const page = await renderPage(<MainLayout onSearch={onSearch}>Sayfa</MainLayout>, options);
  await screen.findByRole('link', { name: 'Genel kurallar' });
  await screen.findByText('Curaçao · 889/JAZ');
  return page;
}

const header = () => within(screen.getByRole('banner'));

describe('the header', () => {
  it('offers a guest login, registration and search, and no live support where the brand has none', async () => {
    const { user } = await site();
    expect(header().getByRole('link', { name: 'Giriş' })).toHaveAttribute('href', '/login');
    expect(header().getByRole('link', { name: 'Kayıt' })).toHaveAttribute('href', '/register');
    expect(screen.queryByRole('link', { name: 'Canlı destek' })).not.toBeInTheDocument();
    // The desktop has the field and phones the icon. CSS shows one of them.
    for (const button of header().getAllByRole('button', { name: 'Oyun ara' }))
      await user.click(button);
    expect(onSearch).toHaveBeenCalledTimes(2);
  });

  it('shows the menu of the brand without what the brand does not have', async () => {
    withoutFeatures('sport');
    await site();
    const nav = within(header().getByRole('navigation'));
    expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual(['Slot', 'Blog']);
    expect(nav.getByRole('link', { name: 'Blog' })).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('shows a player the balance, hides it on demand, keeps that, and lets the player out', async () => {
    const { user, session } = await site({ player: true });
    await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('1.234,50 TL'));
    await user.click(header().getByRole('button', { name: 'Bakiyeyi gizle' }));
    expect(screen.getByTestId('balance')).toHaveTextContent('••••');
    expect(localStorage.getItem('showBalance')).toBe('0');
    await user.click(header().getByRole('button', { name: 'Bakiyeyi göster' }));
    expect(localStorage.getItem('showBalance')).toBe('1');

    const asked = mockCall('user/logout', {});
    await user.click(header().getByRole('button', { name: /^Hesabım/ }));
    await user.click(await header().findByRole('button', { name: 'Çıkış yap' }));
    await waitFor(() => expect(session.state().phase).toBe('guest'));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(header().getByRole('link', { name: 'Giriş' })).toBeVisible();
  });
});

it('the unread badge counts what the player has not read, in the header and in the menu', async () => {
  mockCall('crm/list_mass_messages');
  const { user } = await site({ player: true });
  const count = exampleOf('crm/list_mass_messages').length;
  const account = header().getByRole('button', { name: /^Hesabım/ });
  await waitFor(() =>
    expect(within(account).getByLabelText(`Okunmamış: ${count}`)).toHaveTextContent(String(count)),
  );
  await user.click(account);
  const link = await header().findByRole('link', { name: /^Bildirimler/ });
  expect(link).toHaveTextContent(String(count));
});

it('the drawer opens from both bars and holds menu, languages and colours', async () => {
  const { user } = await site();
  await user.click(screen.getByRole('button', { name: 'Menü' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Menü' }));
  expect(drawer.getByRole('link', { name: 'Spor' })).toHaveAttribute('href', '/sport');
  await user.click(drawer.getByRole('button', { name: 'Açık renge geç' }));
  expect(document.documentElement.dataset.mode).toBe('light');
  expect(localStorage.getItem('mode')).toBe('light');
  await user.click(drawer.getByRole('button', { name: 'Kapat' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the language switch turns the whole page', async () => {
  const { user } = await site();
  await user.click(
    within(await screen.findByRole('contentinfo')).getByRole('button', { name: 'AR' }),
  );
  await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
  expect(header().getByRole('link', { name: i18next.t('layout:auth.login') })).toBeVisible();
  expect(header().getByRole('link', { name: 'سلوتس' })).toBeVisible();
  expect(await screen.findByText('notice ar')).toBeVisible();
  expect(screen.getByText('licence ar')).toBeVisible();
});

describe('the texts of the footer', () => {
  beforeEach(showEveryElement);
  it('are those of the content backend', async () => {
    const asked = mockCall('cmscontroller/getInformation', ({ data: { InfType } }) => [
      { InfType, Title: `Title of ${InfType}`, Text: `<p>Text of <b>${InfType}</b></p>` },
    ]);
    await site();
    const footer = within(screen.getByRole('contentinfo'));
    expect(await footer.findByRole('heading', { name: 'Title of bottomBarInfo' })).toBeVisible();
    expect(await footer.findByRole('heading', { name: 'Title of DomainBilgi' })).toBeVisible();
    expect(footer.getByText('DomainBilgi', { selector: 'b' })).toBeVisible();
    expect(asked.map(({ data }) => data.InfType)).toEqual(['bottomBarInfo', 'DomainBilgi']);
  });

  it('are missing where the brand has none', async () => {
    mockError('cmscontroller/getInformation', { debug: 'no records' });
    await site();
    await waitForIdle();
    const headings = within(screen.getByRole('contentinfo')).getAllByRole('heading');
    expect(headings.map((heading) => heading.textContent)).toEqual(['Kurallar']);
  });
});

it('the live support is offered where the brand has one', async () => {
  changeBrand({ contact: { emails: [], chat: 'https://chat.test.example/' } });
  const { user } = await site();
  const link = screen.getByRole('link', { name: 'Canlı destek' });
  expect(link).toHaveAttribute('href', 'https://chat.test.example/');
  expect(link).toHaveAttribute('target', '_blank');
  await user.click(header().getByRole('button', { name: 'Menüyü aç' }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByRole('link', { name: 'Canlı destek' })).toBeVisible();
});

it('the bottom bar has no live casino where the brand has none', async () => {
  withoutFeatures('live');
  await site();
  const bar = within(screen.getByRole('navigation', { name: 'Hızlı gezinme' }));
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(['Lobi', 'Slotlar']);
  expect(bar.getByRole('button', { name: 'Yatır' })).toBeVisible();
});

it('neither header nor bottom bar offer a deposit while deposits are closed', async () => {
  await site({ player: true });
  const names = ['Yatır', 'Para yatır'];
  for (const name of names) expect(screen.getByRole('button', { name })).toBeVisible();
  act(() => announcedStatus.set({ result: true, parts: [{ part: 'deposits', until: null }] }));
  for (const name of names) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('the account frame marks the page one is at', async () => {
  const options = { path: '/profile/bonuses', player: true };
  await renderPage(<AccountLayout>Sayfa</AccountLayout>, options);
  await act(() => Promise.resolve());
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Bonuslar');
});
