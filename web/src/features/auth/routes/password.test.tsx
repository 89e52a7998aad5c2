import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { toasts } from '@/lib/toast';
import { mockCall, mockError, renderPage } from '@/testing';
import { AccountResetRoute } from './AccountResetRoute';
import { ForgotPasswordRoute } from './ForgotPasswordRoute';
import { RegisterConfirmRoute } from './RegisterConfirmRoute';

describe('a forgotten password', () => {
  const open = () =>
    renderPage(
      <MantineRoot>
        <ForgotPasswordRoute />
      </MantineRoot>,
      { path: '/forgot-password', pattern: '/forgot-password', namespaces: ['auth'] },
    );

  it('is requested by e-mail and leads to the login', async () => {
    const requests = mockCall('user/forgot', null);
    const { user, location } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'E-posta' }), 'a@b.test');
    await user.click(screen.getByRole('button', { name: 'Bağlantıyı gönder' }));
    await waitFor(() => expect(location()).toBe('/login'));
    expect(requests[0]?.data).toMatchObject({ email: 'a@b.test' });
    expect(screen.getByText(/Talimatlar e-posta adresinize gönderildi/)).toBeInTheDocument();
    // A toast of the specification (§9), not a notification of 5000 ms.
    expect(toasts.get().map(({ timeout }) => timeout)).toEqual([1500]);
  });

  it('says at its field that the address is refused', async () => {
    mockError('user/forgot', { status: 400, message: 'Kabul edilmedi', data: { field: 'email' } });
    const { user } = await open();
    const input = await screen.findByRole('textbox', { name: 'E-posta' });
    await user.type(input, 'a@b.test');
    await user.click(screen.getByRole('button', { name: 'Bağlantıyı gönder' }));
    await waitFor(() => expect(input).toHaveAccessibleDescription('Kabul edilmedi'));
    expect(input).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requires an e-mail address', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Bağlantıyı gönder' }));
    expect(screen.getByText('Geçerli bir e-posta adresi girin')).toBeInTheDocument();
  });
});

describe('a new password', () => {
  const open = (path: string) =>
    renderPage(
      <MantineRoot>
        <AccountResetRoute />
      </MantineRoot>,
      { path, pattern: '/account_reset', namespaces: ['auth', 'password'] },
    );

  it('is set with the token of the e-mail and leads to the login', async () => {
    const requests = mockCall('user/pass_reset', null);
    const { user, location } = await open('/account_reset?token=abc');
    await user.type(await screen.findByLabelText('Yeni şifre'), 'Yeni1234');
    await user.type(screen.getByLabelText('Şifre (tekrar)'), 'Yeni1234');
    await user.click(screen.getByRole('button', { name: 'Şifreyi değiştir' }));
    await waitFor(() => expect(location()).toBe('/login'));
    expect(toasts.get().map(({ timeout }) => timeout)).toEqual([1500]);
    expect(requests[0]?.data).toMatchObject({
      token: 'abc',
      password: 'Yeni1234',
      password_confirm: 'Yeni1234',
    });
  });

  it('must be repeated', async () => {
    const { user } = await open('/account_reset?token=abc');
    await user.type(await screen.findByLabelText('Yeni şifre'), 'Yeni1234');
    await user.type(screen.getByLabelText('Şifre (tekrar)'), 'Yeni1235');
    await user.click(screen.getByRole('button', { name: 'Şifreyi değiştir' }));
    expect(screen.getByText('Şifreler uyuşmuyor')).toBeInTheDocument();
  });

  async function refuse(data: object) {
    mockError('user/pass_reset', { status: 400, message: 'Kabul edilmedi', data });
    const { user } = await open('/account_reset?token=abc');
    await user.type(await screen.findByLabelText('Yeni şifre'), 'Yeni1234');
    await user.type(screen.getByLabelText('Şifre (tekrar)'), 'Yeni1234');
    await user.click(screen.getByRole('button', { name: 'Şifreyi değiştir' }));
  }

  it('that is refused says so at its field', async () => {
    await refuse({ field: 'password', rule: 'new-password' });
    const input = screen.getByLabelText('Yeni şifre');
    await waitFor(() => expect(input).toHaveAccessibleDescription('Kabul edilmedi'));
    expect(input).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('whose token is refused says so in the form', async () => {
    await refuse({ field: 'token' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Kabul edilmedi');
    expect(screen.getByLabelText('Yeni şifre')).toBeValid();
  });

  it('cannot be set without a token', async () => {
    await open('/account_reset');
    expect(screen.getByRole('link', { name: 'Yeni bağlantı iste' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });
});

describe('the confirmation of a registration', () => {
  const open = (path: string) =>
    renderPage(<RegisterConfirmRoute />, { path, namespaces: ['auth'] });

  it('sends its token once and leads to the login', async () => {
    const requests = mockCall('user/register_confirm', null);
    const { location } = await open('/register-account-confirm?token=abc');
    expect(await screen.findByText('Hesabınız hazır')).toBeInTheDocument();
    await waitFor(() => expect(location()).toBe('/login'));
    expect(requests.map(({ data }) => data.token)).toEqual(['abc']);
  });

  it('shows the reason of a failure', async () => {
    mockError('user/register_confirm', { code: 400, message: 'Bağlantı geçersiz' });
    await open('/register-account-confirm?token=abc');
    expect(await screen.findByRole('alert')).toHaveTextContent('Bağlantı geçersiz');
  });

  it('reports a missing token', async () => {
    await open('/register-account-confirm');
    expect(screen.getByText('Bağlantı eksik')).toBeInTheDocument();
  });
});
