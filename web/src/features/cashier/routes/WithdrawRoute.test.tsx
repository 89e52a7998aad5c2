import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import type { Profile } from '@/contracts/types';
import { mockCall, mockPlayerStart, renderPage, signIn, waitForIdle } from '@/testing';
import { WithdrawRoute } from './WithdrawRoute';

const profile: Profile = {
  uid: 'sealed-uid',
  username: 'demo',
  firstname: 'Deniz',
  lastname: 'Kaya',
  email: 'deniz@ornek.example',
  phone: '+905321112233',
  birthdate: '1990-04-12',
  national_id: '*******3456',
  country: 'TR',
  city: 'İzmir',
  address: 'Kordon 1',
  currency: 'TRY',
  lastlogin: null,
  kyc: 'verified',
  sms_notification: false,
  email_notification: false,
};

async function open(prepare: () => void = () => undefined, path = '/profile/withdraw?method=61') {
  signIn();
  mockPlayerStart();
  mockCall('finance/list_transactions', []);
  mockCall('user/list_bonuses', []);
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
  prepare();
  return renderPage(
    <MantineRoot>
      <WithdrawRoute />
    </MantineRoot>,
    { path, namespaces: ['cashier'] },
  );
}

it('requires account, amount and expiry of the identity card and sends them', async () => {
  const { user } = await open();
  const next = await screen.findByRole('button', { name: 'Devam et' });
  await user.click(next);
  expect(await screen.findByText('Lütfen geçerli bir hesap seçiniz')).toBeVisible();
  expect(screen.getAllByText('Bu alan zorunludur')).toHaveLength(2);

  const requests = mockCall('finance/save_bank_transfer', { transaction_id: 90, status: 1001 });
  await user.type(screen.getByLabelText('Tutar'), '300,5');
  await user.click(screen.getByRole('combobox', { name: 'Banka hesabınız' }));
  await user.click(await screen.findByRole('option', { name: /Ege Bankası/, hidden: true }));
  await user.type(screen.getByLabelText('Kimlik son geçerlilik tarihi'), '2031-04-30');
  await user.click(next);
  expect(await screen.findByText('Çekimi onaylayın')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Para çek' }));
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
  await user.click(screen.getByRole('button', { name: 'Devam et' }));
  expect(await screen.findByText('Bakiyeniz yetersiz')).toBeVisible();
});

it('says before the form what stands in the way, each with a way out', async () => {
  await open(() => {
    mockCall('user/get_user_profile', { ...profile, kyc: 'rejected' });
    mockCall('finance/check_balance', [{ balance: 40, bonus: 0, currency: 'TRY' }]);
    mockCall('finance/list_bank_accounts', []);
    mockCall('user/list_bonuses');
  });
  const checks = within(await screen.findByRole('region', { name: 'Çekimden önce' }));
  expect(await checks.findByText(/Kimlik belgeniz kabul edilmedi/)).toBeVisible();
  expect(checks.getByRole('link', { name: 'Ne yapmalıyım?' })).toHaveAttribute(
    'href',
    '/profile/verification',
  );
  expect(await checks.findByText('Kullanılabilir banka hesabınız yok.')).toBeVisible();
  expect(await checks.findByText(/En düşük çekim tutarı 100 TL/)).toBeVisible();
  expect(checks.getByRole('button', { name: 'Para yatır' })).toBeVisible();
  expect(await checks.findByText(/sürüyor: .* çevrim kaldı/)).toBeVisible();
});

it('shows its methods where what stands in the way cannot be shown', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = [null] as never;
  await open(() => mockCall('finance/list_bank_accounts', broken), '/profile/withdraw');
  await vi.waitFor(() => expect(errors).toHaveBeenCalled());
  expect(await screen.findByRole('link', { name: /Banka/ })).toBeVisible();
});

it('says nothing where nothing stands in the way', async () => {
  await open(() => mockCall('user/get_user_profile', { ...profile, kyc: 'verified' }));
  await screen.findByLabelText('Tutar');
  await waitForIdle();
  expect(screen.queryByRole('region', { name: 'Çekimden önce' })).toBeNull();
});
