import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import type { Login, SecondFactor } from '@/contracts/types';
import { isBusy } from '@/lib/busy';
import { newDeviceLogin } from '@/lib/newDevice';
import { stored } from '@/lib/storage';
import { mockCall, mockError, mockPlayerStart, renderPage, type Rendered } from '@/testing';
import { registeredUsername } from '../model/registeredUsername';
import { LoginRoute } from './LoginRoute';

const login: Login = {
  rid: 3,
  uid: 'u',
  sid: 's',
  uip: 'i',
  gtm: '3',
  language: 'tr',
  username: 'demo',
  lastlogin: null,
  gasecret: '',
};

const open = (player = false) =>
  renderPage(
    <MantineRoot>
      <LoginRoute />
    </MantineRoot>,
    { path: '/login', pattern: '/login', namespaces: ['auth', 'password'], player },
  );

const fill = async ({ user }: Rendered, password = 'Demo123') => {
  await user.type(await screen.findByRole('textbox', { name: 'Kullanıcı adı' }), 'demo');
  await user.type(screen.getByLabelText('Şifre'), password);
  await user.click(screen.getByRole('button', { name: 'Giriş yap' }));
};

describe('logging in', () => {
  it('requires user name and password', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Giriş yap' }));
    expect(screen.getByText('Kullanıcı adınızı girin')).toBeInTheDocument();
    expect(screen.getByText('Şifrenizi girin')).toBeInTheDocument();
  });

  it('signs the player in and shows a welcome message', async () => {
    mockPlayerStart();
    const requests = mockCall('user/login', login);
    const view = await open();
    await fill(view);
    expect(await screen.findByText('Hoş geldiniz')).toBeInTheDocument();
    expect(requests[0]?.data).toMatchObject({
      username: 'demo',
      password: 'Demo123',
      SiteType: 'desktop',
    });
    expect(view.session.state().phase).toBe('player');
  });

  it('shows the reason of a refusal', async () => {
    mockError('user/login', { code: 401, debug: 'login failed', message: 'Giriş Başarısız' });
    await fill(await open());
    expect(await screen.findByRole('alert')).toHaveTextContent('Giriş Başarısız');
  });

  it('reports an inactive account', async () => {
    mockError('user/login', { code: 403, debug: 'inactive account', message: 'Hesap Aktif Değil' });
    await fill(await open());
    expect(await screen.findByRole('alert')).toHaveTextContent('Hesap Aktif Değil');
    const support = screen.getByRole('link', { name: 'Desteğe yazın' });
    expect(support).toHaveAttribute('href', '/contact');
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

  it('stores the user name on request', async () => {
    mockPlayerStart();
    mockCall('user/login', login);
    const view = await open();
    await view.user.click(await screen.findByRole('checkbox', { name: 'Beni hatırla' }));
    await fill(view);
    await screen.findByText('Hoş geldiniz');
    view.unmount();
    stored.remove('session', 'profile', 'auth');
    await open();
    expect(await screen.findByRole('textbox', { name: 'Kullanıcı adı' })).toHaveValue('demo');
  });

  it('toggles the visibility of the password', async () => {
    const { user } = await open();
    await user.type(await screen.findByLabelText('Şifre'), 'x');
    await user.click(screen.getByRole('button', { name: 'Şifreyi göster ya da gizle' }));
    expect(screen.getByLabelText('Şifre')).toHaveAttribute('type', 'text');
  });

  it('redirects a signed-in player to the stored return address', async () => {
    stored.set('returnUrl', '/slot/category/58');
    const { location } = await open(true);
    await waitFor(() => expect(location()).toBe('/slot/category/58'));
    expect(stored.get('returnUrl')).toBeUndefined();
  });
});

describe('the authenticator prompt', () => {
  const withSecret = { ...login, gasecret: '************' };

  const openPrompt = async () => {
    mockCall('user/login', withSecret);
    const view = await open();
    await fill(view);
    await screen.findByRole('dialog', { name: 'Doğrulama kodu' });
    return view;
  };

  it('submits six digits automatically and signs the player in', async () => {
    const view = await openPrompt();
    mockPlayerStart();
    const requests = mockCall('user/check_ga', null);
    await view.user.keyboard('123456');
    expect(await screen.findByText('Hoş geldiniz')).toBeInTheDocument();
    expect(requests.map(({ data }) => data.ga_code)).toEqual(['123456']);
    expect(view.session.state().phase).toBe('player');
  });

  it('accepts a pasted code', async () => {
    const view = await openPrompt();
    mockPlayerStart();
    const requests = mockCall('user/check_ga', null);
    await view.user.paste('654 321');
    await waitFor(() => expect(requests[0]?.data.ga_code).toBe('654321'));
    await screen.findByText('Hoş geldiniz');
  });

  it('reports a wrong code and accepts another', async () => {
    const view = await openPrompt();
    mockError('user/check_ga', { code: 400, message: 'The code you entered is incorrect' });
    await view.user.keyboard('111111');
    expect(await screen.findByText('Girdiğiniz kod hatalı')).toBeInTheDocument();
    expect(isBusy()).toBe(true); // a reload would ask for the password again
    expect(view.session.state().phase).toBe('code');
    mockPlayerStart();
    mockCall('user/check_ga', null);
    await view.user.click(screen.getAllByRole('textbox', { name: /hanenin 1\./ })[0]!);
    await view.user.keyboard('222222');
    expect(await screen.findByText('Hoş geldiniz')).toBeInTheDocument();
  });

  it('can be cancelled, which ends the pending login', async () => {
    const view = await openPrompt();
    const requests = mockCall('user/logout', null);
    await view.user.click(screen.getByRole('button', { name: 'Vazgeç' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(view.session.state().phase).toBe('guest');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a login that waits for an SMS code', () => {
  const openPrompt = async (second_factors: SecondFactor[]) => {
    mockCall('user/login', { ...login, second_factors, new_device: true });
    const view = await open();
    await fill(view);
    await screen.findByRole('dialog', { name: 'Doğrulama kodu' });
    return view;
  };

  it('has the code sent and is completed by it', async () => {
    const sent = mockCall('user/sms_send');
    const view = await openPrompt(['sms']);
    expect(await screen.findByText(/Telefonunuza gönderdiğimiz/)).toBeVisible();
    // Another code can be asked for after a while.
    expect(await screen.findByRole('button', { name: /sn sonra istenebilir/ })).toBeDisabled();
    expect(sent).toHaveLength(1);
    expect(newDeviceLogin.get('demo')).toBeUndefined();

    mockError('user/sms_validate', { message: 'Kod hatalı', data: { field: 'code' } });
    await view.user.click(screen.getAllByRole('textbox', { name: /hanenin 1\./ })[0]!);
    await view.user.keyboard('111111');
    expect(await screen.findByText('Girdiğiniz kod hatalı')).toBeInTheDocument();
    mockPlayerStart();
    const requests = mockCall('user/sms_validate', null);
    await view.user.paste('222222');
    expect(await screen.findByText('Hoş geldiniz')).toBeInTheDocument();
    expect(requests[0]?.data).toMatchObject({ code: '222222', SiteType: 'desktop' });
    expect(view.session.state().phase).toBe('player');
    expect(newDeviceLogin.get('demo')).toMatchObject({ answered: false });
  });

  it('offers the authenticator where the platform did not tell which one is due', async () => {
    mockCall('user/sms_send');
    const { user } = await openPrompt(['sms', 'authenticator']);
    await user.click(await screen.findByRole('button', { name: 'Doğrulama uygulamasını kullan' }));
    expect(screen.getByText(/uygulamanızdaki 6 haneli kodu/)).toBeVisible();
    mockPlayerStart();
    const requests = mockCall('user/check_ga', null);
    await user.keyboard('123456');
    expect(await screen.findByText('Hoş geldiniz')).toBeInTheDocument();
    expect(requests[0]?.data).toMatchObject({ ga_code: '123456' });
  });
});
