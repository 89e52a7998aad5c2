import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PlayerSession } from '@/contracts/types';
import { refresh } from '@/lib/swr/cache';
import { mockCall, mockError } from '@/testing/server';
import { code, fill, firstDigit, mockSecurity, openSecurity, type User } from '../testing/security';

const session = (id: string, over: Partial<PlayerSession>): PlayerSession => ({
  id,
  device: 'Firefox 140 on Windows',
  address: '',
  since: '2026-05-10 12:00:00',
  current: false,
  ...over,
});

beforeEach(mockSecurity);

it('verifies the phone with a code sent by SMS', async () => {
  const { user } = await openSecurity();
  mockCall('user/sms_send');
  await user.click(await screen.findByRole('button', { name: /Kod gönder/ }));
  expect(await screen.findByText('Kodu gönderdik. 3 dakika geçerlidir.')).toBeVisible();
  const requests = mockCall('user/sms_validate');
  await fill(user, firstDigit(), code);
  expect(await screen.findByText('Telefon numaranız doğrulandı')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ code, SiteType: 'desktop' });
  // The focused inputs are removed, therefore their card takes the focus.
  expect(screen.getByRole('region', { name: 'SMS onayı' })).toHaveFocus();
});

it('leads to user name and email address', async () => {
  await openSecurity();
  const link = await screen.findByRole('link', { name: 'Profile git' });
  expect(link).toHaveAttribute('href', '/profile');
});

it('devices are listed, and all can be logged out after a confirmation', async () => {
  const { user, session: engine } = await openSecurity();
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
    const view = await openSecurity();
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
    ['the session has expired', { status: 403, message: 'Oturum Süresi Doldu' }],
  ])('leads to the login when %s', async (_, failure) => {
    mockError('user/pass_change', failure);
    const { location } = await change();
    await waitFor(() => expect(location()).toBe('/login'));
    if (failure.status === 504) expect((await screen.findAllByText('Bilinmiyor'))[0]).toBeVisible();
  });
});
