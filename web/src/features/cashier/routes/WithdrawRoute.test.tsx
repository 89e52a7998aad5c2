import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mockPlayerStart, signIn } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { waitForIdle } from '@/testing/waitForIdle';
import { exampleProfile, listedMethod } from '@/testing/fixtures';
import { renderForm } from '@/testing/forms';
import { WithdrawRoute } from './WithdrawRoute';

const bank = listedMethod(
  { id: 61, name: 'Banka', transferType: 1 },
  { min: 100, max: 5000, duration: 30, quick: false },
);

beforeEach(() => {
  signIn();
  mockPlayerStart();
  mockCall('finance/list_transactions', []);
  mockCall('user/list_bonuses', []);
  mockCall('finance/list_bank_accounts');
  mockCall('finance/list_cash_methods_new', { methods_list: [bank] });
});

const open = (path = '/profile/withdraw?method=61') =>
  renderForm(<WithdrawRoute />, { path, namespaces: ['cashier'] });

it('requires account, amount within the balance and expiry of the identity card and sends them', async () => {
  const { user } = await open();
  const next = await screen.findByRole('button', { name: 'Devam et' });
  await user.click(next);
  expect(await screen.findByText('Lütfen geçerli bir hesap seçiniz')).toBeVisible();
  expect(screen.getAllByText('Bu alan zorunludur')).toHaveLength(2);
  await user.type(screen.getByLabelText('Tutar'), '2000');
  await user.click(next);
  expect(await screen.findByText('Bakiyeniz yetersiz')).toBeVisible();
  await user.clear(screen.getByLabelText('Tutar'));

  const requests = mockCall('finance/save_bank_transfer', { transaction_id: 90, status: 1001 });
  await user.type(screen.getByLabelText('Tutar'), '300,5');
  await user.click(screen.getByRole('combobox', { name: 'Banka hesabınız' }));
  await user.click(await screen.findByRole('option', { name: /Ege Bankası/, hidden: true }));
  await user.type(screen.getByLabelText('Kimlik son geçerlilik tarihi'), '2031-04-30');
  await user.click(next);
  expect(await screen.findByText('Çekimi onaylayın')).toHaveFocus();
  const iban = screen.getByText('TR33 0006 1005 1978 6457 8413 26');
  expect(iban.parentElement).toHaveTextContent(/^Ege Bankası · TR33/);
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

it('shows the obstacles before the form, each with a solution', async () => {
  mockCall('user/get_user_profile', { ...exampleProfile, kyc: 'rejected' });
  mockCall('finance/check_balance', [{ balance: 40, bonus: 0, currency: 'TRY' }]);
  mockCall('finance/list_bank_accounts', []);
  mockCall('user/list_bonuses');
  await open();
  const checks = within(await screen.findByRole('region', { name: 'Çekimden önce' }));
  expect(await checks.findByText(/Kimlik belgeniz kabul edilmedi/)).toBeVisible();
  const help = checks.getByRole('link', { name: 'Ne yapmalıyım?' });
  expect(help).toHaveAttribute('href', '/profile/verification');
  expect(await checks.findByText('Kullanılabilir banka hesabınız yok.')).toBeVisible();
  expect(await checks.findByText(/En düşük çekim tutarı 100 TL/)).toBeVisible();
  expect(checks.getByRole('button', { name: 'Para yatır' })).toBeVisible();
  expect(await checks.findByText(/aktif: .* çevrim kaldı/)).toBeVisible();
});

it('shows its methods if the obstacles cannot be loaded', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  mockCall('finance/list_bank_accounts', [null] as never);
  await open('/profile/withdraw');
  await vi.waitFor(() => expect(errors).toHaveBeenCalled());
  expect(await screen.findByRole('link', { name: /Banka/ })).toBeVisible();
});

it('shows no notice without obstacles', async () => {
  mockCall('user/get_user_profile', { ...exampleProfile, kyc: 'verified' });
  await open();
  await screen.findByLabelText('Tutar');
  await waitForIdle();
  expect(screen.queryByRole('region', { name: 'Çekimden önce' })).toBeNull();
});
