import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { withoutCalls } from '@/testing/brand';
import { exampleOf, mockCall, mockError, noRecords } from '@/testing/server';
import { renderForm } from '@/testing/forms';
import { BankAccountsRoute } from './BankAccountsRoute';

const open = () => renderForm(<BankAccountsRoute />, { namespaces: ['cashier'], player: true });
type User = Awaited<ReturnType<typeof open>>['user'];
const iban = 'TR330006100519786457841326';
const dialog = () => within(screen.getByRole('dialog'));
const save = (user: User) => user.click(dialog().getByRole('button', { name: 'Kaydet' }));

/** Opens the form of a new account, chooses a bank and pastes an IBAN. */
async function startAccount(user: User, number: string) {
  await user.click(await screen.findByRole('button', { name: 'Hesap ekle' }));
  await user.click(dialog().getByRole('combobox', { name: 'Banka adı' }));
  await user.click(await screen.findByRole('option', { name: 'Ege Bankası', hidden: true }));
  await user.click(dialog().getByLabelText('IBAN'));
  await user.paste(number);
}

it('adds an account only with a valid IBAN', async () => {
  mockError('finance/list_bank_accounts', { ...noRecords, data: [] });
  mockCall('finance/list_banks');
  const { user } = await open();
  expect(await screen.findByText('Kayıtlı banka hesabınız yok.')).toBeVisible();
  await startAccount(user, iban.replace('TR33', 'TR34'));
  await save(user);
  expect(await dialog().findByText('IBAN numarası hatalı')).toBeVisible();

  const requests = mockCall('finance/save_bank_account');
  mockCall('finance/list_bank_accounts');
  await user.clear(dialog().getByLabelText('IBAN'));
  await user.click(dialog().getByLabelText('IBAN'));
  await user.paste('tr33 0006 1005 1978 6457 8413 26');
  await save(user);
  expect(await screen.findByText('Banka Hesabı Başarıyla Eklendi')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ owner: 'Deniz Yılmaz', bankID: 3, iban });
  expect(requests[0]?.data).not.toHaveProperty('bankAccountID');
  expect(await screen.findByText('TR33 0006 1005 1978 6457 8413 26')).toBeVisible();
});

it('shows the other accounts if one is invalid', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const account = exampleOf('finance/list_bank_accounts')[0]!;
  const broken = { ...account, bankAccountID: 72, bankName: {} as never };
  mockCall('finance/list_bank_accounts', [broken, account]);
  await open();
  expect(await screen.findByText('Ege Bankası')).toBeVisible();
  expect(screen.getByText('Bu bölüm gösterilemedi.')).toBeVisible();
});

it('updates an account by its id', async () => {
  mockCall('finance/list_bank_accounts');
  mockCall('finance/list_banks');
  const requests = mockCall('finance/save_bank_account');
  const { user, location } = await open();
  await user.click(await screen.findByRole('button', { name: 'Düzenle' }));
  await waitFor(() => expect(location()).toMatch(/\?edit=71$/));
  const number = dialog().getByLabelText(/Hesap numarası/);
  await user.clear(number);
  await user.type(number, '123');
  await save(user);
  expect(await screen.findByText('Banka Hesabı Başarıyla Güncellendi')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ bankAccountID: 71, account_number: '123', iban });
});

/** Adds an account and mocks the refusal of the platform. */
async function refuse(data: object) {
  mockCall('finance/list_bank_accounts', []);
  mockCall('finance/list_banks');
  mockError('finance/save_bank_account', { status: 409, message: 'Kabul edilmedi', data });
  const { user } = await open();
  await startAccount(user, iban);
  // Enter submits without a blur, and only a blur formats the field.
  await user.keyboard('{Enter}');
  return user;
}

it.each([
  ['iban', 'IBAN'],
  ['owner', 'Hesap sahibi'],
])('shows the refusal of %s at its field, until it changes', async (field, label) => {
  const user = await refuse({ field });
  const input = dialog().getByLabelText(label);
  await waitFor(() => expect(input).toHaveAccessibleDescription('Kabul edilmedi'));
  expect(input).toHaveFocus();
  await user.tab();
  expect(input).toBeInvalid();
  expect(dialog().queryByText('Kabul edilmedi', { selector: '[role=alert]' })).toBeNull();
  await user.type(input, '1');
  expect(input).not.toHaveAccessibleDescription('Kabul edilmedi');
});

it('shows a refusal of no field in the form', async () => {
  const user = await refuse({ field: 'bankAccountID' });
  expect(await dialog().findByRole('alert')).toHaveTextContent('Kabul edilmedi');
  const requests = mockCall('finance/save_bank_account');
  await save(user);
  expect(await screen.findByText('Banka Hesabı Başarıyla Eklendi')).toBeVisible();
  expect(requests).toHaveLength(1);
});

it('asks for confirmation before it deletes', async () => {
  mockCall('finance/list_bank_accounts');
  const requests = mockCall('finance/delete_bank_account');
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Sil' }));
  expect(requests).toHaveLength(0);
  await user.click(dialog().getByRole('button', { name: 'Sil' }));
  expect(await screen.findByText('Banka Hesabı Başarıyla Silindi')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ bankAccountID: 71 });
});

it('only lists the accounts if the platform does not change any', async () => {
  withoutCalls('finance/save_bank_account', 'finance/delete_bank_account');
  mockCall('finance/list_bank_accounts');
  await open();
  expect((await screen.findAllByText(/TR\d\d /)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /Hesap ekle|Düzenle|Sil/ })).toBeNull();
});
