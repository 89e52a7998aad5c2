import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberedUsername } from '@/lib/player/renamePlayer';
import { stored } from '@/lib/storage/stored';
import { refreshShown } from '@/lib/swr/cache';
import { mockCall, mockError } from '@/testing/server';
import { exampleProfile } from '@/testing/fixtures';
import { renderForm } from '@/testing/forms';
import { OverviewRoute } from './OverviewRoute';

const open = () =>
  renderForm(<OverviewRoute />, { namespaces: ['account', 'password'], player: true });
/** Mocks the refusal of a profile field. */
const refuse = (field: string, message: string) =>
  mockError('user/update_profile', { code: 409, message, data: { field } });
beforeEach(() => void mockCall('finance/list_transactions', []));

it('shows profile, balances and latest transactions', async () => {
  mockCall('finance/list_transactions');
  await open();
  expect(await screen.findByText('Deniz Yılmaz')).toBeVisible();
  expect(screen.getByText('*******0146')).toBeVisible();
  expect(await screen.findByText('1.234,50 TL')).toBeVisible();
  expect(await screen.findByText('+500,00 TL')).toBeVisible();
});

it('sends only changed fields, and only valid ones', async () => {
  const { user } = await open();
  const city = await screen.findByLabelText('Şehir');
  const save = screen.getByRole('button', { name: 'Kaydet' });
  expect(save).toBeDisabled();
  await user.clear(screen.getByLabelText('E-posta'));
  await user.type(screen.getByLabelText('E-posta'), 'nobody');
  await user.click(save);
  expect(await screen.findByText('Geçerli bir e-posta adresi girin')).toBeVisible();
  await user.clear(screen.getByLabelText('E-posta'));
  await user.type(screen.getByLabelText('E-posta'), 'demo@example.com');
  await user.clear(city);
  await user.type(city, ' Ankara ');
  const requests = mockCall('user/update_profile');
  await user.click(save);
  expect(await screen.findByText('Bilgileriniz güncellendi')).toBeVisible();
  const { Lang, ...sent } = requests[0]!.data;
  expect(Lang).toBe('tr');
  expect(sent).toEqual({ city: 'Ankara' });
});

it('sends another email address with the password', async () => {
  const { user } = await open();
  const email = await screen.findByLabelText('E-posta');
  await user.clear(email);
  await user.type(email, 'new@example.com');
  await user.type(screen.getByLabelText('Mevcut şifre'), 'Demo123');
  const requests = mockCall('user/update_profile');
  await user.click(screen.getByRole('button', { name: 'Kaydet' }));
  await screen.findByText('Bilgileriniz güncellendi');
  const sent = { email: 'new@example.com', password: 'Demo123' };
  expect(requests[0]?.data).toEqual({ Lang: 'tr', ...sent });
  expect(screen.queryByLabelText('Mevcut şifre')).toBeNull();
});

it('does not send a field that another tab has changed, and shows it', async () => {
  const { user } = await open();
  const city = await screen.findByLabelText('Şehir');
  await user.clear(city);
  await user.type(city, 'Ankara');
  const changed = { email: 'new@example.com', phone: '+905559998877', username: 'deniz.y' };
  mockCall('user/get_user_profile', { ...exampleProfile, ...changed });
  await act(() => refreshShown());
  await waitFor(() => expect(screen.getByLabelText('Telefon')).toHaveValue(changed.phone));
  expect(screen.getByRole('textbox', { name: 'Kullanıcı adı' })).toHaveValue('deniz.y');
  const requests = mockCall('user/update_profile');
  await user.click(screen.getByRole('button', { name: 'Kaydet' }));
  await screen.findByText('Bilgileriniz güncellendi');
  expect(requests[0]?.data).toEqual({ Lang: 'tr', city: 'Ankara' });
});

describe('a change of the phone while SMS is the second factor', () => {
  const code = '482913';
  /** Fills in another number, saves the form, and waits for the confirmation. */
  async function change() {
    const view = await open();
    const { user } = view;
    const phone = await screen.findByLabelText('Telefon');
    await user.clear(phone);
    await user.type(phone, '+905550000009');
    const sent = mockCall('user/sms_send');
    const required = { debug: 'invalid payload', data: { field: 'code', rule: 'required' } };
    mockError('user/update_profile', { status: 400, code: 400, ...required });
    await user.click(screen.getByRole('button', { name: 'Kaydet' }));
    const dialog = await screen.findByRole('dialog', { name: 'Telefon değişikliğini onaylayın' });
    const enter = async (digits: string) => {
      await user.click(await within(dialog).findByLabelText('6 hanenin 1. hanesi'));
      await user.keyboard(digits);
    };
    return { ...view, phone, sent, dialog, enter };
  }

  it('asks for a code that goes to the current number', async () => {
    const { dialog, enter, sent } = await change();
    expect(within(dialog).getByText(/\+90 555 000 00 00/)).toBeVisible();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.data).not.toHaveProperty('phone');

    mockError('user/update_profile', { message: 'Kod hatalı', data: { field: 'code' } });
    await enter('000000');
    expect(await within(dialog).findByText('Girdiğiniz kod hatalı')).toBeVisible();
    const requests = mockCall('user/update_profile');
    await enter(code);
    expect(await screen.findByText('Bilgileriniz güncellendi')).toBeVisible();
    expect(requests[0]?.data).toMatchObject({ phone: '+905550000009', code });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows at the field that the number is taken', async () => {
    const { phone, enter } = await change();
    refuse('phone', 'Numara alınmış');
    await enter(code);
    await waitFor(() => expect(phone).toHaveAccessibleDescription(/Numara alınmış/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be cancelled without losing the input', async () => {
    const { dialog, phone, user } = await change();
    await user.click(within(dialog).getByRole('button', { name: 'Vazgeç' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(phone).toHaveValue('+905550000009');
  });
});

it('changes the user name with the password, and the header and stored names follow', async () => {
  const { user, session } = await open();
  rememberedUsername.set('demo');
  const field = await screen.findByRole('textbox', { name: 'Kullanıcı adı' });
  const save = screen.getByRole('button', { name: 'Adı değiştir' });
  expect(screen.queryByLabelText('Mevcut şifre')).toBeNull();
  await user.clear(field);
  await user.type(field, 'ikili');
  await user.click(save);
  const password = screen.getByLabelText('Mevcut şifre');
  expect(password).toHaveAccessibleDescription('Bu alan zorunludur');
  await user.type(password, 'Demo123');
  refuse('username', 'Bu kullanıcı adı kullanılıyor');
  await user.click(save);
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Bu kullanıcı adı kullanılıyor/));
  expect(field).toHaveFocus();
  refuse('password', 'Mevcut şifreniz hatalı');
  await user.click(save);
  await waitFor(() => expect(password).toHaveAccessibleDescription(/Mevcut şifreniz hatalı/));

  await user.clear(field);
  await user.type(field, 'deniz.y');
  const profile = { ...exampleProfile, username: 'deniz.y' };
  const requests = mockCall('user/update_profile', profile);
  mockCall('user/get_user_profile', profile);
  await user.click(save);
  expect(await screen.findByText('Kullanıcı adınız değişti')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ username: 'deniz.y', password: 'Demo123' });
  expect(session.state()).toMatchObject({ profile: { username: 'deniz.y' } });
  expect(stored.get('profile')?.username).toBe('deniz.y');
  expect(rememberedUsername.get()).toBe('deniz.y');
});
