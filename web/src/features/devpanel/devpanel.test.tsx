import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '@/lib/gateway/site';
import { mockPlayerStart, renderPage } from '@/testing/render';
import { mockCall, mockRoute } from '@/testing/server';
import { login } from '@/testing/fixtures';
import { brandAddress, currentWorld, switchWorld } from './api/mock';
import type { MockState } from './api/types';
import { DevPanel } from './components/DevPanel';

const account = { password: 'Demo123', active: true, balance: 2500, bonus: 0 };
const state: MockState = {
  world: 'main',
  seed: 7,
  clock: '2026-05-10T12:00:00+03:00',
  scenarios: [],
  faults: [],
  accounts: [
    { ...account, username: 'demo', note: 'everyday', twoFactor: 0 },
    { ...account, username: 'ikili', note: 'code', twoFactor: 2 },
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

const render = () => renderPage(<DevPanel />, { namespaces: ['devpanel'], path: '/slot' });

/** Opens the panel, and one of its tabs. */
const open = async (tab?: string) => {
  const view = await render();
  await view.user.keyboard('{Control>}{Shift>}D{/Shift}{/Control}');
  const panel = within(await screen.findByRole('dialog'));
  if (tab) await view.user.click(panel.getByRole('tab', { name: tab }));
  return { ...view, panel };
};

const isPosted = (...expected: typeof posted) => expect.poll(() => posted).toEqual(expected);

describe('the developer panel', () => {
  it('lists the seeded accounts with their authenticator codes, and logs in with one click', async () => {
    const answer = { ...login, username: 'ikili', gasecret: '*'.repeat(12) };
    const logins = mockCall('user/login', answer);
    const codes = mockCall('user/check_ga', null);
    mockPlayerStart();
    const { panel, user, session } = await open();
    expect(await panel.findByRole('button', { name: /demo/ })).toBeInTheDocument();
    expect(await panel.findByText('123456')).toBeInTheDocument();
    expect(panel.queryByText('newcomer')).toBeNull();
    await user.click(panel.getByRole('button', { name: /ikili/ }));
    await expect.poll(() => session.state().phase).toBe('player');
    expect(logins[0]?.data).toMatchObject({ username: 'ikili', password: 'Demo123' });
    expect(codes[0]?.data.ga_code).toBe('123456');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('switches scenarios and moves the clock', async () => {
    const { panel, user } = await open('Senaryo');
    await user.click(await panel.findByRole('button', { name: 'slow' }));
    await user.click(panel.getByRole('tab', { name: 'Dünya' }));
    await user.click(await panel.findByRole('button', { name: '+1 gün' }));
    await isPosted(
      { path: 'scenario', body: { name: 'slow' } },
      { path: 'clock', body: { advance: '24h' } },
    );
  });

  it('modifies one call of one brand and resets it alone', async () => {
    const brand = 'pera';
    const name = 'casino/games_list';
    const scenarios = [
      { name: 'slow', brand, call: name },
      { name: 'empty', brand: 'zephyr' },
    ];
    mockRoute('GET /__mock/state', () => ({ ...state, scenarios }));
    const { panel, user } = await open('Senaryo');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Marka' }), brand);
    await user.type(panel.getByRole('combobox', { name: /^Tek çağrı/ }), name);
    const pressed = () => panel.getByRole('button', { name: 'slow' }).getAttribute('aria-pressed');
    await expect.poll(pressed).toBe('true');
    await user.click(panel.getByRole('button', { name: 'slow senaryosunu kapat' }));
    await isPosted({ path: 'scenario', body: { name: 'happy', brand, call: name } });
  });

  it('sets the requested fault', async () => {
    const { panel, user } = await open('Senaryo');
    await user.type(panel.getByRole('combobox', { name: /^Çağrı ya da kalıp/ }), 'casino/*');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Tür' }), 'status');
    await user.type(panel.getByRole('spinbutton', { name: 'Oran (%)' }), '25');
    await user.click(panel.getByRole('button', { name: 'Hata ekle' }));
    const body = { call: 'casino/*', kind: 'status', rate: 0.25, status: 503 };
    await isPosted({ path: 'fault', body });
  });

  it('shows sent emails with their links', async () => {
    const link = '/register-account-confirm?token=abc';
    const at = '2026-05-10T12:00:00+03:00';
    const confirm = { at, to: 'a@ornek.test', subject: 'Hoş geldiniz', text: 'Onaylayın' };
    mockRoute('GET /__mock/mail', () => [
      { ...confirm, link, token: 'abc' },
      { at, to: '+90555', subject: '', text: 'Kod', link: 'https://elsewhere.test/', token: '1' },
    ]);
    const { panel, user } = await open('Posta');
    await user.click(await panel.findByText('Hoş geldiniz'));
    expect(panel.getByText('abc')).toBeInTheDocument();
    expect(panel.getAllByRole('link').map((element) => element.getAttribute('href'))).toEqual([
      link,
    ]);
  });

  it('imports a world from a file and reports errors', async () => {
    let sent = '';
    mockRoute('POST /__mock/snapshot', async (request) => {
      sent = await request.text();
      return Response.json({ error: 'version: want 1' }, { status: 400 });
    });
    const { panel, user } = await open('Dünya');
    const file = new File(['{"version":9}'], 'a.world.json', { type: 'application/json' });
    await user.upload(panel.getByLabelText('Dünya dosyası'), file);
    expect(await panel.findByRole('alert')).toHaveTextContent('version: want 1');
    expect(sent).toBe('{"version":9}');
  });

  it('marks its button while a scenario or fault is active', async () => {
    mockRoute('GET /__mock/state', () => ({ ...state, scenarios: [{ name: 'slow' }] }));
    await render();
    expect(await screen.findByRole('button', { name: /senaryo/ })).toHaveAttribute('data-modified');
  });

  it('shows the mock’s error', async () => {
    const error = 'name: want one of';
    mockRoute('POST /__mock/scenario', () => Response.json({ error }, { status: 400 }));
    const { panel, user } = await open('Senaryo');
    await user.click(await panel.findByRole('button', { name: 'slow' }));
    expect(await panel.findByRole('alert')).toHaveTextContent(error);
  });

  it('shows the cache status of the page’s calls', async () => {
    const { panel } = await open('Çağrılar');
    mockCall('system/ping', null);
    await call('system/ping');
    expect(await panel.findByText('system/ping')).toBeInTheDocument();
  });
});

it('stores the world in the mock’s cookie', () => {
  expect(currentWorld()).toBe('');
  switchWorld('ayşe 1');
  expect(currentWorld()).toBe('ayşe 1');
  switchWorld('');
  expect(currentWorld()).toBe('');
});

it('links to the same page at another brand', () => {
  const address = brandAddress('pera', 'http://127.0.0.1:8080/slot?a=1');
  expect(address).toBe('http://pera.localhost:8080/slot?a=1');
});
