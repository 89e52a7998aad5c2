import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '@/lib/gateway';
import { mockCall, mockPlayerStart, renderPage, mockRoute } from '@/testing';
import { brandAddress } from './api/brands';
import type { MockState } from './api/types';
import { currentWorld, switchWorld } from './api/world';
import { DevPanel } from './components/DevPanel';

const state: MockState = {
  world: 'main',
  seed: 7,
  clock: '2026-05-10T12:00:00+03:00',
  scenarios: [],
  faults: [],
  accounts: [
    {
      username: 'demo',
      password: 'Demo123',
      note: 'everyday',
      active: true,
      twoFactor: 0,
      balance: 2500,
      bonus: 0,
    },
    {
      username: 'ikili',
      password: 'Demo123',
      note: 'code',
      active: true,
      twoFactor: 2,
      balance: 10,
      bonus: 0,
    },
    { username: 'newcomer', active: true, twoFactor: 0, balance: 0, bonus: 0 },
  ],
};

let posted: { path: string; body: unknown }[] = [];

beforeEach(() => {
  posted = [];
  mockRoute('GET /__mock/state', () => state);
  mockRoute('GET /__mock/scenarios', () => [
    { name: 'happy', description: 'Everything works.' },
    { name: 'slow', description: 'Two seconds.' },
  ]);
  mockRoute('GET /__mock/calls', () => []);
  mockRoute('GET /__mock/mail', () => []);
  mockRoute('GET /__mock/totp', () => ({ code: '123456', valid_for: 20 }));
  for (const path of ['scenario', 'clock', 'fault'] as const) {
    mockRoute(`POST /__mock/${path}`, async (request) => {
      posted.push({ path, body: await request.json() });
      return state;
    });
  }
});

afterEach(() => switchWorld(''));

const open = async () => {
  const view = await renderPage(<DevPanel />, { namespaces: ['devpanel'], path: '/slot' });
  await view.user.keyboard('{Control>}{Shift>}D{/Shift}{/Control}');
  return { ...view, panel: within(await screen.findByRole('dialog')) };
};

describe('the developer panel', () => {
  it('lists the seeded accounts with their authenticator codes', async () => {
    const { panel } = await open();
    expect(await panel.findByRole('button', { name: /demo/ })).toBeInTheDocument();
    expect(await panel.findByText('123456')).toBeInTheDocument();
    expect(panel.queryByText('newcomer')).toBeNull();
  });

  it('logs in with one click, including the authenticator code', async () => {
    const logins = mockCall('user/login', {
      rid: 1,
      uid: 'u',
      sid: 's',
      uip: 'i',
      gtm: '3',
      language: 'tr',
      username: 'ikili',
      lastlogin: null,
      gasecret: '************',
    });
    const codes = mockCall('user/check_ga', null);
    mockPlayerStart();
    const { panel, user, session } = await open();
    await user.click(await panel.findByRole('button', { name: /ikili/ }));
    await expect.poll(() => session.state().phase).toBe('player');
    expect(logins[0]?.data).toMatchObject({ username: 'ikili', password: 'Demo123' });
    expect(codes[0]?.data.ga_code).toBe('123456');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('switches scenarios and moves the clock', async () => {
    const { panel, user } = await open();
    await user.click(panel.getByRole('tab', { name: 'Senaryo' }));
    await user.click(await panel.findByRole('button', { name: 'slow' }));
    await user.click(panel.getByRole('tab', { name: 'Dünya' }));
    await user.click(await panel.findByRole('button', { name: '+1 gün' }));
    await expect
      .poll(() => posted)
      .toEqual([
        { path: 'scenario', body: { name: 'slow' } },
        { path: 'clock', body: { advance: '24h' } },
      ]);
  });

  it('modifies one call of one brand and resets it alone', async () => {
    mockRoute('GET /__mock/state', () => ({
      ...state,
      scenarios: [
        { name: 'slow', brand: 'pera', call: 'casino/games_list' },
        { name: 'empty', brand: 'zephyr' },
      ],
    }));
    const { panel, user } = await open();
    await user.click(panel.getByRole('tab', { name: 'Senaryo' }));
    await user.selectOptions(panel.getByRole('combobox', { name: 'Marka' }), 'pera');
    await user.type(panel.getByRole('combobox', { name: /^Tek çağrı/ }), 'casino/games_list');
    await expect
      .poll(() => panel.getByRole('button', { name: 'slow' }).getAttribute('aria-pressed'))
      .toBe('true');
    await user.click(panel.getByRole('button', { name: 'slow senaryosunu kapat' }));
    await expect
      .poll(() => posted)
      .toEqual([
        { path: 'scenario', body: { name: 'happy', brand: 'pera', call: 'casino/games_list' } },
      ]);
  });

  it('sets the requested fault', async () => {
    const { panel, user } = await open();
    await user.click(panel.getByRole('tab', { name: 'Senaryo' }));
    await user.type(panel.getByRole('combobox', { name: /^Çağrı ya da kalıp/ }), 'casino/*');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Tür' }), 'status');
    await user.type(panel.getByRole('spinbutton', { name: 'Oran (%)' }), '25');
    await user.click(panel.getByRole('button', { name: 'Hata ekle' }));
    await expect
      .poll(() => posted)
      .toEqual([
        { path: 'fault', body: { call: 'casino/*', kind: 'status', rate: 0.25, status: 503 } },
      ]);
  });

  it('shows sent e-mails with their links', async () => {
    mockRoute('GET /__mock/mail', () => [
      {
        at: '2026-05-10T12:00:00+03:00',
        to: 'a@ornek.test',
        subject: 'Hoş geldiniz',
        text: 'Onaylayın',
        link: '/register-account-confirm?token=abc',
        token: 'abc',
      },
      {
        at: '2026-05-10T11:00:00+03:00',
        to: '+90555',
        subject: '',
        text: 'Kod',
        link: 'https://elsewhere.test/',
        token: '1',
      },
    ]);
    const { panel, user } = await open();
    await user.click(panel.getByRole('tab', { name: 'Posta' }));
    await user.click(await panel.findByText('Hoş geldiniz'));
    expect(panel.getByText('abc')).toBeInTheDocument();
    expect(panel.getAllByRole('link').map((it) => it.getAttribute('href'))).toEqual([
      '/register-account-confirm?token=abc',
    ]);
  });

  it('imports a world from a file and reports errors', async () => {
    let sent = '';
    mockRoute('POST /__mock/snapshot', async (request) => {
      sent = await request.text();
      return Response.json({ error: 'version: want 1' }, { status: 400 });
    });
    const { panel, user } = await open();
    await user.click(panel.getByRole('tab', { name: 'Dünya' }));
    await user.upload(
      panel.getByLabelText('Dünya dosyası'),
      new File(['{"version":9}'], 'a.world.json', { type: 'application/json' }),
    );
    expect(await panel.findByRole('alert')).toHaveTextContent('version: want 1');
    expect(sent).toBe('{"version":9}');
  });

  it('marks its button while a scenario or fault is active', async () => {
    mockRoute('GET /__mock/state', () => ({ ...state, scenarios: [{ name: 'slow' }] }));
    await renderPage(<DevPanel />, { namespaces: ['devpanel'], path: '/slot' });
    expect(await screen.findByRole('button', { name: /senaryo/ })).toHaveAttribute('data-modified');
  });

  it('shows the mock’s error', async () => {
    mockRoute('POST /__mock/scenario', () =>
      Response.json({ error: 'name: want one of' }, { status: 400 }),
    );
    const { panel, user } = await open();
    await user.click(panel.getByRole('tab', { name: 'Senaryo' }));
    await user.click(await panel.findByRole('button', { name: 'slow' }));
    expect(await panel.findByRole('alert')).toHaveTextContent('name: want one of');
  });

  it('shows the cache status of the page’s calls', async () => {
    const { panel, user } = await open();
    await user.click(panel.getByRole('tab', { name: 'Çağrılar' }));
    mockCall('system/ping', null);
    await call('system/ping');
    expect(await panel.findByText('system/ping')).toBeInTheDocument();
  });
});

describe('worlds and brands', () => {
  it('stores the world in the mock’s cookie', () => {
    expect(currentWorld()).toBe('');
    switchWorld('ayşe 1');
    expect(currentWorld()).toBe('ayşe 1');
    switchWorld('');
    expect(currentWorld()).toBe('');
  });

  it('links to the same page at another brand', () => {
    expect(brandAddress('pera', 'http://127.0.0.1:8080/slot?a=1')).toBe(
      'http://pera.localhost:8080/slot?a=1',
    );
  });
});
