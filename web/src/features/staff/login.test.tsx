import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OwnPassword } from './routes/OwnAccountRoute';
import { InvitationRoute } from './routes/InvitationRoute';
import { mockStaff, refusal, renderConsole } from './testing/console';
import { me } from './testing/fixtures';

const page = <p>inside</p>;

async function logIn(user: Awaited<ReturnType<typeof renderConsole>>['user']) {
  await user.type(await screen.findByLabelText('Kullanıcı adı'), 'destek');
  await user.type(screen.getByLabelText('Parola'), 'Destek123!');
  await user.click(screen.getByRole('button', { name: 'Giriş yap' }));
}

describe('the login of the console', () => {
  it('asks for name and password and shows the page', async () => {
    const { user } = await renderConsole(page, { as: null });
    const requests = mockStaff('POST /login', () => me());
    expect(screen.queryByText('inside')).toBeNull();
    await logIn(user);
    expect(await screen.findByText('inside')).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({ username: 'destek', password: 'Destek123!' });
    expect(requests[0]?.headers.get('panel')).toBe('frontend');
    expect(requests[0]?.headers.get('accept-language')).toBe('tr');
  });

  it('asks for a code if one is due, and again after a wrong code', async () => {
    const { user } = await renderConsole(page, { as: null });
    const requests = mockStaff('POST /login', ({ body }) => {
      const { code } = body as { code?: string };
      if (!code) return refusal(401, 'code required');
      return code === '123456' ? me() : refusal(401, 'wrong login');
    });
    await logIn(user);
    const boxes = within(await screen.findByRole('group', { name: 'Doğrulama kodu' }));
    expect(screen.queryByText(/refused/)).toBeNull();
    await user.type(boxes.getAllByRole('textbox')[0]!, '000000');
    expect(await screen.findByText('refused: wrong login')).toBeInTheDocument();
    await user.type(boxes.getAllByRole('textbox')[0]!, '123456');
    expect(await screen.findByText('inside')).toBeInTheDocument();
    expect(requests.map(({ body }) => (body as { code?: string }).code)).toEqual([
      undefined,
      '000000',
      '123456',
    ]);
  });

  it('shows how long the lock-out lasts and refuses until then', async () => {
    const { user } = await renderConsole(page, { as: null });
    const requests = mockStaff('POST /login', () =>
      refusal(429, 'rate limited', { 'Retry-After': '600' }),
    );
    await logIn(user);
    expect(await screen.findByRole('timer')).toHaveTextContent(/00.*(10|09).*\d\d/);
    expect(screen.getByRole('button', { name: 'Giriş yap' })).toBeDisabled();
    expect(requests).toHaveLength(1);
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const { user } = await renderConsole(page, { as: Response.error() });
    expect(await screen.findByText('Sunucuya ulaşılamıyor')).toBeInTheDocument();
    mockStaff('GET /me', () => me());
    await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
    expect(await screen.findByText('inside')).toBeInTheDocument();
  });

  it('offers the company login first, and explains its failure', async () => {
    const loginOptions = { company: true, local: false, message: 'no group' };
    const { unmount } = await renderConsole(page, {
      as: null,
      loginOptions,
      path: '/?login=no_role',
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('no group');
    const link = screen.getByRole('link', { name: 'Şirket hesabıyla giriş yap' });
    expect(link).toHaveAttribute('href', '/staff/v1/login/company');
    expect(screen.queryByLabelText('Parola')).toBeNull();
    unmount();
    await renderConsole(page, { as: null, loginOptions: { company: true, local: true } });
    const form = await screen.findByLabelText('Parola');
    const first = screen.getByRole('link', { name: 'Şirket hesabıyla giriş yap' });
    expect(first.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('lets an account without its required authenticator only set one up', async () => {
    const { user } = await renderConsole(page, { as: me('support', { setup: true }) });
    expect(screen.queryByText('inside')).toBeNull();
    mockStaff('POST /me/authenticator', () => ({
      secret: 'ABCDEFGH',
      otpauth: 'otpauth://totp/x?secret=ABCDEFGH',
    }));
    const confirmed = mockStaff('POST /me/authenticator/confirm', () =>
      me('support', { authenticator: true }),
    );
    await user.type(screen.getByLabelText('Parolanız'), 'Destek123!');
    await user.click(screen.getByRole('button', { name: 'Kuruluma başla' }));
    expect(await screen.findByRole('img', { name: 'Anahtarın karekodu' })).toBeInTheDocument();
    await user.type(screen.getAllByRole('textbox')[0]!, '654321');
    expect(await screen.findByText('inside')).toBeInTheDocument();
    expect(confirmed[0]?.body).toEqual({ code: '654321' });
  });
});

describe('a login that ends while the page is open', () => {
  async function changePassword(answer: () => unknown) {
    const { user } = await renderConsole(<OwnPassword />);
    const requests = mockStaff('POST /me/password', answer);
    await user.type(screen.getByLabelText('Şimdiki parola'), 'Destek123!');
    await user.type(screen.getByLabelText('Yeni parola'), 'Destek12345!');
    await user.click(screen.getByRole('button', { name: 'Parolayı değiştir' }));
    return { user, requests };
  }

  it('is renewed over the page, which preserves the input and continues', async () => {
    let ended = true;
    mockStaff('POST /login', () => {
      ended = false;
      return me();
    });
    const answer = () => (ended ? refusal(401, 'login required') : me());
    const { user, requests } = await changePassword(answer);
    const dialog = within(await screen.findByRole('dialog', { name: 'Oturumunuz sona erdi' }));
    expect(screen.getByLabelText('Yeni parola')).toHaveValue('Destek12345!');
    expect(dialog.getByLabelText('Kullanıcı adı')).toHaveAttribute('readonly');
    await user.type(dialog.getByLabelText('Parola'), 'Destek123!');
    await user.click(dialog.getByRole('button', { name: 'Giriş yap' }));
    expect(await screen.findByText(/Parola değişti/)).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests.map(({ body }) => body)).toEqual([requests[0]?.body, requests[0]?.body]);
  });

  it('does not repeat requests for another account', async () => {
    const { user, requests } = await changePassword(() => refusal(401, 'login required'));
    await user.click(await screen.findByRole('button', { name: 'Başka bir hesapla gir' }));
    expect(await screen.findByRole('heading', { name: 'Giriş' })).toBeInTheDocument();
    await waitFor(() => expect(requests).toHaveLength(1));
  });
});

it('an invitation sets the password with the token of the fragment', async () => {
  const requests = mockStaff('POST /invitation', () => me());
  const { user, location } = await renderConsole(<InvitationRoute />, {
    path: '/maintenance-control/invitation#token=abc',
  });
  await user.type(screen.getByLabelText('Yeni parola'), 'yepyeniparola');
  await user.click(screen.getByRole('button', { name: 'Parolayı kaydet ve gir' }));
  await waitFor(() => expect(location()).toBe('/maintenance-control'));
  expect(requests[0]?.body).toEqual({ token: 'abc', password: 'yepyeniparola' });
});
