import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SecondFactor } from '@/contracts/types';
import { isBusy } from '@/lib/busy/busy';
import { stored } from '@/lib/storage/stored';
import { withoutCalls } from '@/testing/brand';
import { mockPlayerStart, type Rendered } from '@/testing/render';
import { mockCall, mockError } from '@/testing/server';
import { login } from '@/testing/fixtures';
import { renderForm } from '@/testing/forms';
import { registeredUsername } from '../model/loginNotice';
import { LoginRoute } from './LoginRoute';

const namespaces = ['auth', 'password'];
const open = (player = false) =>
  renderForm(<LoginRoute />, { path: '/login', pattern: '/login', namespaces, player });

const fill = async ({ user }: Rendered, password = 'Demo123') => {
  await user.type(await screen.findByRole('textbox', { name: 'Kullanıcı adı' }), 'demo');
  await user.type(screen.getByLabelText('Şifre'), password);
  await user.click(screen.getByRole('button', { name: 'Giriş yap' }));
};

describe('logging in', () => {
  it('requires user name and password, which can be shown', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Giriş yap' }));
    expect(screen.getByText('Kullanıcı adınızı girin')).toBeInTheDocument();
    expect(screen.getByText('Şifrenizi girin')).toBeInTheDocument();
    await user.type(await screen.findByLabelText('Şifre'), 'x');
    await user.click(screen.getByRole('button', { name: 'Şifreyi göster ya da gizle' }));
    expect(screen.getByLabelText('Şifre')).toHaveAttribute('type', 'text');
  });

  it('signs the player in, shows a welcome message and stores the user name on request', async () => {
    mockPlayerStart();
    const requests = mockCall('user/login', login);
    const view = await open();
    await view.user.click(await screen.findByRole('checkbox', { name: 'Beni hatırla' }));
    await fill(view);
    expect(await screen.findByText('Hoş geldiniz')).toBeInTheDocument();
    expect(requests[0]?.data).toMatchObject({
      username: 'demo',
      password: 'Demo123',
      SiteType: 'desktop',
    });
    expect(view.session.state().phase).toBe('player');
    view.unmount();
    stored.remove('session', 'profile', 'auth');
    await open();
    expect(await screen.findByRole('textbox', { name: 'Kullanıcı adı' })).toHaveValue('demo');
  });

  it('shows a refusal, and for an inactive account also the support and another mail', async () => {
    mockError('user/login', { code: 401, debug: 'login failed', message: 'Giriş Başarısız' });
    const view = await open();
    await fill(view);
    expect(await screen.findByRole('alert')).toHaveTextContent('Giriş Başarısız');
    expect(screen.queryByRole('link', { name: 'Desteğe yazın' })).toBeNull();
    mockError('user/login', { code: 403, debug: 'inactive account', message: 'Hesap Aktif Değil' });
    const submit = screen.getByRole('button', { name: 'Giriş yap' });
    await view.user.click(submit);
    const support = await screen.findByRole('link', { name: 'Desteğe yazın' });
    expect(support).toHaveAttribute('href', '/contact');
    expect(screen.getByRole('alert')).toHaveTextContent('Hesap Aktif Değil');
    const again = screen.getByRole('button', { name: 'Onay e-postasını yeniden gönder' });
    mockError('user/register_resend', { status: 429, code: 429, message: 'Çok fazla deneme' });
    await view.user.click(again);
    expect(await screen.findByText('Çok fazla deneme')).toBeVisible();
    const requests = mockCall('user/register_resend', null);
    await view.user.click(again);
    expect(await screen.findByText(/Gelen kutunuza/)).toBeVisible();
    expect(again).toHaveAccessibleName(/Yeni e-posta 60 sn sonra/);
    await view.user.click(again);
    expect(requests.map(({ data }) => data.username)).toEqual(['demo']);
    withoutCalls('user/register_resend');
    await view.user.click(submit);
    await waitFor(() => expect(again).not.toBeInTheDocument());
  });

  it('fills in the user name of a registration until the next login', async () => {
    registeredUsername.set('deniz.kaya');
    mockPlayerStart();
    mockCall('user/login', login);
    const view = await open();
    const field = await screen.findByRole('textbox', { name: 'Kullanıcı adı' });
    expect(field).toHaveValue('deniz.kaya');
    expect(screen.getByRole('checkbox', { name: 'Beni hatırla' })).not.toBeChecked();
    await view.user.clear(field);
    await fill(view);
    await screen.findByText('Hoş geldiniz');
    expect(registeredUsername.get()).toBe('');
  });

  it('redirects a signed-in player to the stored return address', async () => {
    stored.set('returnUrl', '/slot/category/58');
    const { location } = await open(true);
    await waitFor(() => expect(location()).toBe('/slot/category/58'));
    expect(stored.get('returnUrl')).toBeUndefined();
  });
});

const firstBox = () => screen.getAllByRole('textbox', { name: /hanenin 1\./ })[0]!;
const wrongCode = () => screen.findByText('Girdiğiniz kod hatalı');

/** Logs in with a password that requires a second factor. */
const openPrompt = async (answer: Partial<typeof login>) => {
  mockCall('user/login', { ...login, ...answer });
  const view = await open();
  await fill(view);
  await screen.findByRole('dialog', { name: 'Doğrulama kodu' });
  return view;
};

describe('the authenticator prompt', () => {
  const gasecret = '*'.repeat(12);

  it('submits six digits automatically, reports a wrong code and accepts another', async () => {
    const { user, session } = await openPrompt({ gasecret });
    mockError('user/check_ga', { code: 400, message: 'The code you entered is incorrect' });
    await user.keyboard('111111');
    expect(await wrongCode()).toBeInTheDocument();
    expect(isBusy()).toBe(true); // a reload would ask for the password again
    expect(session.state().phase).toBe('code');
    mockPlayerStart();
    const requests = mockCall('user/check_ga', null);
    await user.click(firstBox());
    await user.keyboard('222222');
    expect(await screen.findByText('Hoş geldiniz')).toBeInTheDocument();
    expect(requests.map(({ data }) => data.ga_code)).toEqual(['222222']);
    expect(session.state().phase).toBe('player');
  });

  it('can be cancelled, which ends the pending login, and leaves the page when another tab logs in', async () => {
    const { user, session, location } = await openPrompt({ gasecret });
    const logouts = mockCall('user/logout', null);
    await user.click(screen.getByRole('button', { name: 'Vazgeç' }));
    await waitFor(() => expect(logouts).toHaveLength(1));
    expect(session.state().phase).toBe('guest');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location()).toBe('/login');
    mockPlayerStart();
    mockCall('user/login', { ...login, gasecret: '' });
    await act(() => session.login('demo', 'Demo123')); // as the other tab does
    expect(location()).toBe('/');
  });
});

describe('a login that waits for an SMS code', () => {
  const waiting = (...second_factors: SecondFactor[]) =>
    openPrompt({ second_factors, new_device: true });

  it('offers the authenticator if the platform did not name the factor', async () => {
    mockCall('user/sms_send');
    const { user } = await waiting('sms', 'authenticator');
    await user.click(await screen.findByRole('button', { name: 'Doğrulama uygulamasını kullan' }));
    expect(screen.getByText(/uygulamanızdaki 6 haneli kodu/)).toBeVisible();
    mockPlayerStart();
    const requests = mockCall('user/check_ga', null);
    await user.keyboard('123456');
    expect(await screen.findByText('Hoş geldiniz')).toBeInTheDocument();
    expect(requests[0]?.data).toMatchObject({ ga_code: '123456' });
  });
});
