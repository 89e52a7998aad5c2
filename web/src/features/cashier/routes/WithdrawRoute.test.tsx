import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { mockCall, mockPlayerStart, renderPage, signIn } from '@/testing';
import { WithdrawRoute } from './WithdrawRoute';

async function open() {
  signIn();
  mockPlayerStart();
  mockCall('finance/list_transactions', []);
  mockCall('finance/list_bank_accounts');
  mockCall('finance/list_cash_methods_new', {
    methods_list: [
      {
        type: 'single',
        id: 61,
        name: 'Banka',
        logo: '',
        transferType: 1,
        properties: {
          isFavorite: 0,
          min: 100,
          max: 5000,
          fee: 0,
          duration: 30,
          fields: [],
          quick: false,
          qr: false,
        },
      },
    ],
  });
  return renderPage(
    <MantineRoot>
      <WithdrawRoute />
    </MantineRoot>,
    { path: '/profile/withdraw?method=61', namespaces: ['cashier'] },
  );
}

it('requires account, amount and expiry of the identity card and sends them', async () => {
  const { user } = await open();
  const send = await screen.findByRole('button', { name: 'Para çek' });
  await user.click(send);
  expect(await screen.findByText('Lütfen geçerli bir hesap seçiniz')).toBeVisible();
  expect(screen.getAllByText('Bu alan zorunludur')).toHaveLength(2);

  const requests = mockCall('finance/save_bank_transfer', { transaction_id: 90, status: 1001 });
  await user.type(screen.getByLabelText('Tutar'), '300,5');
  await user.click(screen.getByRole('combobox', { name: 'Banka hesabınız' }));
  await user.click(await screen.findByRole('option', { name: /Ege Bankası/, hidden: true }));
  await user.type(screen.getByLabelText('Kimlik son geçerlilik tarihi'), '2031-04-30');
  await user.click(send);
  expect(await screen.findByText('Çekim talebiniz alındı')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({
    Type: 2,
    methodID: 61,
    amount: 300.5,
    bankAccountID: 71,
    id_valid_until: '2031-04-30',
  });
  expect(requests[0]?.headers.get('Idempotency-Key')).toBeTruthy();
});

it('rejects more than the balance', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText('Tutar'), '2000');
  await user.click(screen.getByRole('button', { name: 'Para çek' }));
  expect(await screen.findByText('Bakiyeniz yetersiz')).toBeVisible();
});
