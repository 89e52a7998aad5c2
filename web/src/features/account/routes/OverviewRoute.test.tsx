import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { mockCall, renderPage } from '@/testing';
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
