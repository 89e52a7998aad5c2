import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { examples } from '@/contracts/examples';
import type { Profile } from '@/contracts/types';
import { rememberedUsername } from '@/lib/player';
import { stored } from '@/lib/storage';
import { mockCall, mockError, renderPage } from '@/testing';
import { OverviewRoute } from './OverviewRoute';

const open = () =>
  renderPage(
    <MantineRoot>
      <OverviewRoute />
    </MantineRoot>,
    { namespaces: ['account'], player: true },
  );

it('shows profile, balances and latest transactions', async () => {
  mockCall('finance/list_transactions');
  await open();
  expect(await screen.findByText('Deniz Yılmaz')).toBeVisible();
  expect(screen.getByText('*******0146')).toBeVisible();
  expect(await screen.findByText('1.234,50 TL')).toBeVisible();
  expect(await screen.findByText('+500,00 TL')).toBeVisible();
});

it('sends only changed fields, once they are valid', async () => {
  mockCall('finance/list_transactions', []);
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

it('changes the user name; the header and stored names follow', async () => {
  mockCall('finance/list_transactions', []);
  const { user, session } = await open();
  rememberedUsername.set('demo');
  const field = await screen.findByRole('textbox', { name: 'Kullanıcı adı' });
  const save = screen.getByRole('button', { name: 'Adı değiştir' });
  await user.clear(field);
  await user.type(field, 'ikili');
  mockError('user/update_profile', {
    code: 409,
    message: 'Bu kullanıcı adı kullanılıyor',
    data: { field: 'username' },
  });
  await user.click(save);
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Bu kullanıcı adı kullanılıyor/));
  expect(field).toHaveFocus();

  await user.clear(field);
  await user.type(field, 'deniz.y');
  const [example] = examples['user/get_user_profile'];
  const profile = { ...(example?.answer.data as Profile), username: 'deniz.y' };
  const requests = mockCall('user/update_profile', profile);
  mockCall('user/get_user_profile', profile);
  await user.click(save);
  expect(await screen.findByText('Kullanıcı adınız değişti')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ username: 'deniz.y' });
  expect(session.state()).toMatchObject({ profile: { username: 'deniz.y' } });
  expect(stored.get('profile')?.username).toBe('deniz.y');
  expect(rememberedUsername.get()).toBe('deniz.y');
});
