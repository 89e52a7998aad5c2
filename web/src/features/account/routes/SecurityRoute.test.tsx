import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PlayerSession } from '@/contracts/types';
import { isBusy } from '@/lib/busy';
import { patch, refresh } from '@/lib/swr';
import { mockCall, mockError, waitForIdle, withoutCalls } from '@/testing';
import { renderForm } from '@/testing/forms';
import { SecurityRoute } from './SecurityRoute';

const namespaces = ['account', 'password'];
const open = () =>
  renderForm(<SecurityRoute />, { path: '/profile/security', namespaces, player: true });
type User = Awaited<ReturnType<typeof open>>['user'];

const session = (id: string, over: Partial<PlayerSession>): PlayerSession => ({
  id,
  device: 'Firefox 140 on Windows',
  address: '',
  since: '2026-05-10 12:00:00',
  current: false,
  ...over,
});

const radio = (name: RegExp) => screen.findByRole('radio', { name });
const setUpFirst = () => screen.queryByText('Önce aşağıda kurulumu yapın');
const none = { debug: 'no authenticator' };
const code = '482913';

beforeEach(() => {
  mockCall('user/two_auth_type');
  mockCall('user/login_history');
  mockError('user/check_user_ga', none);
});

const firstDigit = () => screen.getByLabelText('6 hanenin 1. hanesi');

async function fill(user: User, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

describe('the authenticator', () => {
  it('is set up with QR code or secret and a valid code', async () => {
    const { user } = await open();
    mockCall('user/user_generate_ga');
    await user.click(await screen.findByRole('button', { name: 'Kuruluma başla' }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeVisible();
    const qr = { name: 'Authenticator kurulumu için QR kod' };
    expect(await screen.findByRole('img', qr)).toBeVisible();

    const wrong = mockError('user/check_ga', { message: 'The code you entered is incorrect' });
    await fill(user, firstDigit(), '000000');
    expect(await screen.findByText('Girdiğiniz kod hatalı')).toBeVisible();
    expect(wrong[0]?.data).toMatchObject({ ga_code: '000000', SiteType: 'desktop' });

    mockCall('user/check_ga');
    mockCall('user/check_user_ga');
    mockCall('user/two_auth_type', { type: 2 });
    await fill(user, firstDigit(), code);
    expect(await screen.findByText('Authenticator kuruldu')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Kaldır' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('radio', { name: /Authenticator/ })).toBeChecked());
  });

  it('cannot be selected before it is set up', async () => {
    await open();
    expect(await radio(/Authenticator/)).toBeDisabled();
    expect(setUpFirst()).toBeVisible();
  });

  it.each([
    ['the platform does not tell whether it is set up', () => withoutCalls('user/check_user_ga')],
    ['it is the factor in force', () => mockCall('user/two_auth_type', { type: 2 })],
  ])('can be selected where %s', async (_, prepare) => {
    prepare();
    await open();
    await waitFor(async () => expect(await radio(/Authenticator/)).toBeEnabled());
    await waitForIdle();
    expect(setUpFirst()).toBeNull();
  });

  const asked = /girişte uygulamanızın gösterdiği kod sorulur/i;

  it.each([
    ['is not set up', false, 0, 'Kapalı', /kod üretir/],
    ['is set up and asked for', true, 2, 'Açık', asked],
    ['is set up beside a password only', true, 0, 'Kurulu', /girişte sorulmuyor/],
    ['is set up beside SMS', true, 1, 'Kurulu', /girişte sorulmuyor/],
    ['is set up where there is no choice of factors', true, undefined, 'Açık', asked],
  ] as const)('says when it %s', async (_, setUp, type, badge, text) => {
    if (setUp) mockCall('user/check_user_ga');
    if (type === undefined) withoutCalls('user/two_auth_type');
    else mockCall('user/two_auth_type', { type });
    await open();
    const card = await screen.findByRole('region', { name: 'Google Authenticator' });
    expect(await within(card).findByText(badge)).toBeVisible();
    expect(within(card).getByText(text)).toBeVisible();
  });

  it('is removed with a code; the page does not reload while it is typed', async () => {
    mockCall('user/check_user_ga');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Kaldır' }));
    expect(isBusy()).toBe(false);
    await user.type(firstDigit(), '48');
    expect(isBusy()).toBe(true);
    await user.keyboard('{Backspace}{Backspace}');
    expect(isBusy()).toBe(false);
    const requests = mockCall('user/clear_generated_ga');
    mockError('user/check_user_ga', none);
    await fill(user, firstDigit(), code);
    expect(await screen.findByText('Authenticator kaldırıldı')).toBeVisible();
    expect(requests[0]?.data).toMatchObject({ gacode: code });
    expect(await screen.findByRole('button', { name: 'Kuruluma başla' })).toBeVisible();
  });
});

it('verifies the phone with a code sent by SMS', async () => {
  const { user } = await open();
  mockCall('user/sms_send');
  await user.click(await screen.findByRole('button', { name: /Kod gönder/ }));
  expect(await screen.findByText('Kod gönderildi, 3 dakika geçerli.')).toBeVisible();
  const requests = mockCall('user/sms_validate');
  await fill(user, firstDigit(), code);
  expect(await screen.findByText('Telefon numaranız doğrulandı')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ code, SiteType: 'desktop' });
  // The focused inputs are removed; the focus moves to their card.
  expect(screen.getByRole('region', { name: 'SMS onayı' })).toHaveFocus();
});

describe('the second factor of the login', () => {
  /** Mocks a platform whose second factor is `type` until it is set. */
  const mockFactor = (type: 0 | 1 | 2) => {
    let inForce = type;
    return mockCall('user/two_auth_type', ({ data }) => {
      if (data.mode === 'set') inForce = data.type ?? inForce;
      return { type: inForce };
    });
  };
  const set = (requests: readonly { data: { mode: string; type?: number; code?: string } }[]) =>
    requests.flatMap(({ data }) => (data.mode === 'set' ? [[data.type, data.code]] : []));

  it('becomes SMS once a code has reached the phone', async () => {
    const requests = mockFactor(0);
    mockCall('user/sms_send');
    const { user } = await open();
    expect(await screen.findByText('Yalnızca şifre', { selector: '[class*=badge]' })).toBeVisible();
    await user.click(await radio(/SMS/));
    await screen.findByLabelText('6 hanenin 1. hanesi');
    expect(set(requests)).toEqual([]);
    const validated = mockCall('user/sms_validate');
    await fill(user, firstDigit(), code);
    expect(await screen.findByText('Giriş güvenliği güncellendi')).toBeVisible();
    expect(validated[0]?.data).toMatchObject({ code });
    expect(set(requests)).toEqual([[1, undefined]]);
    await waitFor(() => expect(screen.getByRole('radio', { name: /SMS/ })).toBeChecked());
    expect(screen.getByText('Korumalı')).toBeVisible();
  });

  it('is given up only for a code of the one in force, and can be left as it is', async () => {
    mockCall('user/check_user_ga');
    const left = mockFactor(2);
    const { user } = await open();
    await user.click(await radio(/Yalnızca şifre/));
    await user.click(await screen.findByRole('button', { name: 'Vazgeç' }));
    expect(screen.getByRole('radio', { name: /Authenticator/ })).toBeChecked();
    expect(set(left)).toEqual([]);

    await user.click(await radio(/Yalnızca şifre/));
    expect(await screen.findByText(/kimlik doğrulama uygulamanızdaki/)).toBeVisible();
    mockError('user/two_auth_type', { message: 'Kod hatalı', data: { field: 'code' } });
    await fill(user, firstDigit(), '000000');
    expect(await screen.findByText('Girdiğiniz kod hatalı')).toBeVisible();
    const requests = mockFactor(2);
    await fill(user, firstDigit(), code);
    expect(await screen.findByText('Giriş güvenliği güncellendi')).toBeVisible();
    expect(set(requests)).toEqual([[0, code]]);
  });

  it('offers SMS only where the platform sends codes', async () => {
    withoutCalls('user/sms_send');
    await open();
    await radio(/Yalnızca şifre/);
    expect(screen.queryByRole('radio', { name: /SMS/ })).toBeNull();
  });

  it('offers SMS only with a phone', async () => {
    const { user } = await open();
    expect(await radio(/SMS/)).toBeEnabled();
    await screen.findByText(/^\+90/);
    await patch('user/get_user_profile', (profile) => ({ ...profile, phone: '' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /SMS/ })).toBeDisabled());
    expect(screen.getByText('Önce profilinize telefon numaranızı ekleyin')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: /SMS/ }));
    expect(screen.getByRole('radio', { name: /Yalnızca şifre/ })).toBeChecked();
  });
});

it('leads to user name and e-mail address', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Profile git' });
  expect(link).toHaveAttribute('href', '/profile');
});

it('devices are listed, and all can be logged out after a question', async () => {
  const { user, session: engine } = await open();
  await screen.findByText('Açık oturum bulunamadı.');
  mockCall('user/sessions', [
    session('a', { current: true, device: 'Chrome 140 on Linux' }),
    session('b', { device: '', address: '203.0.113.0/24' }),
  ]);
  await refresh('user/sessions');
  expect(await screen.findByText('Chrome 140 · Linux')).toBeVisible();
  expect(screen.getByText('Bu cihaz')).toBeVisible();
  expect(screen.getByText('Bilinmeyen cihaz')).toBeVisible();
  expect(screen.getByText('203.0.113.0/24')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Her yerden çıkış yap' }));
  const dialog = await screen.findByRole('dialog', { name: 'Her yerden çıkış yapılsın mı?' });
  const confirm = within(dialog).getByRole('button', { name: 'Her yerden çıkış yap' });
  mockError('user/logout_all', { status: 503, message: 'Şu anda olmadı' });
  await user.click(confirm);
  expect(await within(dialog).findByText('Şu anda olmadı')).toBeVisible();
  expect(engine.state().phase).toBe('player');

  const requests = mockCall('user/logout_all', null);
  mockError('user/logout', { status: 403, debug: 'anonymous user' });
  await user.click(confirm);
  await waitFor(() => expect(engine.state().phase).toBe('guest'));
  expect(requests).toHaveLength(1);
  expect(await screen.findByText('Bütün cihazlarda çıkış yapıldı')).toBeVisible();
});

describe('the password', () => {
  const submit = (user: User) =>
    user.click(screen.getByRole('button', { name: 'Şifreyi değiştir' }));

  /** Fills in the form and sends it. */
  async function change(next = 'Demo456', confirm = next) {
    const view = await open();
    const { user } = view;
    await fill(user, await screen.findByLabelText('Mevcut şifre'), 'Demo123');
    await fill(user, screen.getByLabelText('Yeni şifre'), next);
    await fill(user, screen.getByLabelText('Yeni şifre (tekrar)'), confirm);
    await submit(user);
    return view;
  }

  it('must follow the rules and be repeated', async () => {
    const { user } = await change('demo', 'demo1');
    expect(await screen.findByText('Şifre kurallara uymuyor')).toBeVisible();
    await user.clear(screen.getByLabelText('Yeni şifre'));
    await user.paste('Demo456');
    await submit(user);
    expect(await screen.findByText('Şifreler eşleşmiyor')).toBeVisible();
  });

  it('is changed, and the player has to log in again', async () => {
    const requests = mockCall('user/pass_change');
    const { location } = await change();
    await waitFor(() => expect(location()).toBe('/login'));
    expect(requests[0]?.data).toMatchObject({
      password: 'Demo123',
      new_password: 'Demo456',
      new_password_confirm: 'Demo456',
    });
  });

  it('shows the reason of a refusal', async () => {
    mockError('user/pass_change', { message: 'Mevcut şifre hatalı' });
    await change();
    expect(await screen.findByRole('alert')).toHaveTextContent('Mevcut şifre hatalı');
  });

  it.each([
    ['password', 'Mevcut şifre'],
    ['new_password', 'Yeni şifre'],
  ])('shows the refusal of %s at its field', async (field, label) => {
    mockError('user/pass_change', { status: 400, message: 'Hatalı şifre', data: { field } });
    await change();
    const input = screen.getByLabelText(label);
    await waitFor(() => expect(input).toHaveAccessibleDescription('Hatalı şifre'));
    expect(input).toHaveFocus();
    expect(screen.queryByText('Hatalı şifre', { selector: 'form [role=alert]' })).toBeNull();
  });

  it.each([
    ['the outcome is unknown', { status: 504, debug: 'outcome unknown', message: 'Bilinmiyor' }],
    ['the session has expired (spec §2)', { status: 403, message: 'Oturum Süresi Doldu' }],
  ])('leads to the login when %s', async (_, failure) => {
    mockError('user/pass_change', failure);
    const { location } = await change();
    await waitFor(() => expect(location()).toBe('/login'));
    if (failure.status === 504) expect((await screen.findAllByText('Bilinmiyor'))[0]).toBeVisible();
  });
});
