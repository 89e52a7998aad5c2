import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { toasts } from '@/lib/toast/store';
import { renderPage } from '@/testing/render';
import { mockCall, mockError } from '@/testing/server';
import { renderForm } from '@/testing/forms';
import { AccountResetRoute } from './AccountResetRoute';
import { ForgotPasswordRoute } from './ForgotPasswordRoute';
import { RegisterConfirmRoute } from './RegisterConfirmRoute';

const namespaces = ['auth', 'password'];

describe('a forgotten password', () => {
  const path = '/forgot-password';

  /** Requests a link for an address. */
  async function ask(email: string) {
    const view = await renderForm(<ForgotPasswordRoute />, { path, pattern: path, namespaces });
    const input = await screen.findByRole('textbox', { name: 'E-posta' });
    if (email) await view.user.type(input, email);
    await view.user.click(screen.getByRole('button', { name: 'Bağlantıyı gönder' }));
    return { ...view, input };
  }

  it('is reset by email and leads to the login', async () => {
    const requests = mockCall('user/forgot', null);
    const { location } = await ask('a@b.test');
    await waitFor(() => expect(location()).toBe('/login'));
    expect(requests[0]?.data).toMatchObject({ email: 'a@b.test' });
    expect(screen.getByText(/Talimatları e-posta adresinize gönderdik/)).toBeInTheDocument();
    // A toast of 1500 ms, not a notification of 5000 ms.
    expect(toasts.get().map(({ timeout }) => timeout)).toEqual([1500]);
  });

  it('shows a refused address at its field', async () => {
    mockError('user/forgot', { status: 400, message: 'Kabul edilmedi', data: { field: 'email' } });
    const { input } = await ask('a@b.test');
    await waitFor(() => expect(input).toHaveAccessibleDescription('Kabul edilmedi'));
    expect(input).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requires an email address', async () => {
    await ask('');
    expect(screen.getByText('Geçerli bir e-posta adresi girin')).toBeInTheDocument();
  });
});

describe('a new password', () => {
  const open = (path = '/account_reset?token=abc') =>
    renderForm(<AccountResetRoute />, { path, pattern: '/account_reset', namespaces });

  /** Fills in the form and sends it. */
  async function send(repeated = 'Yeni1234') {
    const view = await open();
    await view.user.type(await screen.findByLabelText('Yeni şifre'), 'Yeni1234');
    await view.user.type(screen.getByLabelText('Şifre (tekrar)'), repeated);
    await view.user.click(screen.getByRole('button', { name: 'Şifreyi değiştir' }));
    return view;
  }

  it('is set with the token of the email and leads to the login', async () => {
    const requests = mockCall('user/pass_reset', null);
    const { location } = await send();
    await waitFor(() => expect(location()).toBe('/login'));
    expect(toasts.get().map(({ timeout }) => timeout)).toEqual([1500]);
    expect(requests[0]?.data).toMatchObject({
      token: 'abc',
      password: 'Yeni1234',
      password_confirm: 'Yeni1234',
    });
  });

  it('must be repeated', async () => {
    await send('Yeni1235');
    expect(screen.getByText('Şifreler uyuşmuyor')).toBeInTheDocument();
  });

  async function refuse(data: object) {
    mockError('user/pass_reset', { status: 400, message: 'Kabul edilmedi', data });
    await send();
  }

  it('shows a refusal at its field', async () => {
    await refuse({ field: 'password', rule: 'new-password' });
    const input = screen.getByLabelText('Yeni şifre');
    await waitFor(() => expect(input).toHaveAccessibleDescription('Kabul edilmedi'));
    expect(input).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a refused token in the form', async () => {
    await refuse({ field: 'token' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Kabul edilmedi');
    expect(screen.getByLabelText('Yeni şifre')).toBeValid();
  });

  it('cannot be set without a token', async () => {
    await open('/account_reset');
    const link = screen.getByRole('link', { name: 'Yeni bağlantı iste' });
    expect(link).toHaveAttribute('href', '/forgot-password');
  });
});

describe('the confirmation of a registration', () => {
  const open = (query = '?token=abc') =>
    renderPage(<RegisterConfirmRoute />, { path: `/register-account-confirm${query}`, namespaces });

  it('shows the reason of a failure', async () => {
    mockError('user/register_confirm', { code: 400, message: 'Bağlantı geçersiz' });
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Bağlantı geçersiz');
  });

  it('reports a missing token', async () => {
    await open('');
    expect(screen.getByText('Bağlantı eksik')).toBeInTheDocument();
  });
});
