import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { mockCall, mockError, renderPage } from '@/testing';
import { SecurityRoute } from './SecurityRoute';

const open = () =>
  renderPage(
    <MantineRoot>
      <SecurityRoute />
    </MantineRoot>,
    { path: '/profile/security', namespaces: ['account', 'password'], player: true },
  );

const none = { debug: 'no authenticator' };
const code = '482913';

beforeEach(() => {
  mockCall('user/two_auth_type');
  mockCall('user/login_history');
  mockError('user/check_user_ga', none);
});

async function type(user: Awaited<ReturnType<typeof open>>['user'], digits: string) {
  await user.click(screen.getByLabelText('6 hanenin 1. hanesi'));
  await user.keyboard(digits);
}

describe('the authenticator', () => {
  it('is set up with QR code or secret and a valid code', async () => {
    const { user } = await open();
    mockCall('user/user_generate_ga');
    await user.click(await screen.findByRole('button', { name: 'Kuruluma başla' }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeVisible();
    expect(
      await screen.findByRole('img', { name: 'Authenticator kurulumu için QR kod' }),
    ).toBeVisible();

    const wrong = mockError('user/check_ga', { message: 'The code you entered is incorrect' });
    await type(user, '000000');
    expect(await screen.findByText('Girdiğiniz kod hatalı')).toBeVisible();
    expect(wrong[0]?.data).toMatchObject({ ga_code: '000000', SiteType: 'desktop' });

    mockCall('user/check_ga');
    mockCall('user/check_user_ga');
    mockCall('user/two_auth_type', { type: 2 });
    await type(user, code);
    expect(await screen.findByText('Authenticator kuruldu')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Kaldır' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('radio', { name: /Authenticator/ })).toBeChecked());
  });

  it('cannot be selected before it is set up', async () => {
    await open();
    expect(await screen.findByRole('radio', { name: /Authenticator/ })).toBeDisabled();
  });

  it('is removed with a code', async () => {
    mockCall('user/check_user_ga');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Kaldır' }));
    const requests = mockCall('user/clear_generated_ga');
    mockError('user/check_user_ga', none);
    await type(user, code);
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
  await type(user, code);
  expect(await screen.findByText('Telefon numaranız doğrulandı')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ code, SiteType: 'desktop' });
  // The focused inputs are removed; the focus moves to their card.
  expect(screen.getByRole('region', { name: 'SMS onayı' })).toHaveFocus();
});

it('sets the second factor of the login', async () => {
  const { user } = await open();
  const sms = await screen.findByRole('radio', { name: /SMS/ });
  const requests = mockCall('user/two_auth_type', { type: 1 });
  await user.click(sms);
  await waitFor(() => expect(screen.getByRole('radio', { name: /SMS/ })).toBeChecked());
  expect(requests[0]?.data).toMatchObject({ mode: 'set', type: 1 });
});

it('selects the second factor by arrow keys and skips disabled options', async () => {
  const { user } = await open();
  const onlyPassword = await screen.findByRole('radio', { name: /Yalnızca şifre/ });
  const requests = mockCall('user/two_auth_type', { type: 1 });
  act(() => onlyPassword.focus());
  await user.keyboard('{ArrowRight}');
  const sms = screen.getByRole('radio', { name: /SMS/ });
  expect(sms).toHaveFocus();
  await waitFor(() => expect(sms).toBeChecked());
  await waitFor(() => expect(screen.getByRole('radiogroup')).toHaveAttribute('aria-busy', 'false'));
  await user.keyboard('{ArrowRight}');
  expect(onlyPassword).toHaveFocus();
  const set = () => requests.flatMap(({ data }) => (data.mode === 'set' ? [data.type] : []));
  await waitFor(() => expect(set()).toEqual([1, 0]));
});

describe('the password', () => {
  async function fill(next: string, confirm: string) {
    const view = await open();
    const { user } = view;
    await user.type(await screen.findByLabelText('Mevcut şifre'), 'Demo123');
    await user.type(screen.getByLabelText('Yeni şifre'), next);
    await user.type(screen.getByLabelText('Yeni şifre (tekrar)'), confirm);
    return view;
  }
  const change = () => screen.getByRole('button', { name: 'Şifreyi değiştir' });

  it('must follow the rules and be repeated', async () => {
    const { user } = await fill('demo', 'demo1');
    await user.click(change());
    expect(await screen.findByText('Şifre kurallara uymuyor')).toBeVisible();
    await user.clear(screen.getByLabelText('Yeni şifre'));
    await user.type(screen.getByLabelText('Yeni şifre'), 'Demo456');
    await user.click(change());
    expect(await screen.findByText('Şifreler eşleşmiyor')).toBeVisible();
  });

  it('is changed, and the player has to log in again', async () => {
    const { user, location } = await fill('Demo456', 'Demo456');
    const requests = mockCall('user/pass_change');
    await user.click(change());
    await waitFor(() => expect(location()).toBe('/login'));
    expect(requests[0]?.data).toMatchObject({
      password: 'Demo123',
      new_password: 'Demo456',
      new_password_confirm: 'Demo456',
    });
  });

  it('shows the reason of a refusal', async () => {
    const { user } = await fill('Demo456', 'Demo456');
    mockError('user/pass_change', { message: 'Mevcut şifre hatalı' });
    await user.click(change());
    expect((await screen.findAllByText('Mevcut şifre hatalı'))[0]).toBeVisible();
  });

  it('ends the session and leads to the login when the outcome is unknown', async () => {
    const { user, location } = await fill('Demo456', 'Demo456');
    mockError('user/pass_change', { status: 504, debug: 'outcome unknown', message: 'Bilinmiyor' });
    await user.click(change());
    await waitFor(() => expect(location()).toBe('/login'));
    expect((await screen.findAllByText('Bilinmiyor'))[0]).toBeVisible();
  });

  it('redirects to the login when the session has expired (spec §2)', async () => {
    const { user, location } = await fill('Demo456', 'Demo456');
    mockError('user/pass_change', { status: 403, message: 'Oturum Süresi Doldu' });
    await user.click(change());
    await waitFor(() => expect(location()).toBe('/login'));
  });
});
