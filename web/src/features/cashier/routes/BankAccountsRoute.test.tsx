import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { examples } from '@/contracts/examples';
import type { BankAccount } from '@/contracts/types';
import { setBootstrap } from '@/lib/bootstrap';
import { mockCall, mockError, renderPage, testBrand } from '@/testing';
import { BankAccountsRoute } from './BankAccountsRoute';

const open = () =>
  renderPage(
    <MantineRoot>
      <BankAccountsRoute />
    </MantineRoot>,
    { namespaces: ['cashier'], player: true },
  );
afterEach(() => setBootstrap(testBrand));
const iban = 'TR330006100519786457841326';

it('adds an account once its IBAN is valid', async () => {
  mockError('finance/list_bank_accounts', {
    debug: 'no records',
    message: 'Kayıt Bulunamadı',
    data: [],
  });
  mockCall('finance/list_banks');
  const { user } = await open();
  expect(await screen.findByText('Kayıtlı banka hesabınız yok.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hesap ekle' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Banka adı' }));
  await user.click(await screen.findByRole('option', { name: 'Ege Bankası', hidden: true }));
  await user.click(dialog.getByLabelText('IBAN'));
  await user.paste(iban.replace('TR33', 'TR34'));
  await user.click(dialog.getByRole('button', { name: 'Kaydet' }));
  expect(await dialog.findByText('IBAN numarası hatalı')).toBeVisible();

  const requests = mockCall('finance/save_bank_account');
  mockCall('finance/list_bank_accounts');
  await user.clear(dialog.getByLabelText('IBAN'));
  await user.click(dialog.getByLabelText('IBAN'));
  await user.paste('tr33 0006 1005 1978 6457 8413 26');
  await user.click(dialog.getByRole('button', { name: 'Kaydet' }));
  expect(await screen.findByText('Banka Hesabı Başarıyla Eklendi')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ owner: 'Deniz Yılmaz', bankID: 3, iban });
  expect(requests[0]?.data).not.toHaveProperty('bankAccountID');
  expect(await screen.findByText('TR33 0006 1005 1978 6457 8413 26')).toBeVisible();
});

it('shows the other accounts where one cannot be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const account = (examples['finance/list_bank_accounts'][0]!.answer.data as BankAccount[])[0]!;
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
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Düzenle' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.clear(dialog.getByLabelText(/Hesap numarası/));
  await user.type(dialog.getByLabelText(/Hesap numarası/), '123');
  await user.click(dialog.getByRole('button', { name: 'Kaydet' }));
  expect(await screen.findByText('Banka Hesabı Başarıyla Güncellendi')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ bankAccountID: 71, account_number: '123', iban });
});

/** Adds an account that the platform refuses. */
async function refuse(data: object) {
  mockCall('finance/list_bank_accounts', []);
  mockCall('finance/list_banks');
  mockError('finance/save_bank_account', { status: 409, message: 'Kabul edilmedi', data });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Hesap ekle' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Banka adı' }));
  await user.click(await screen.findByRole('option', { name: 'Ege Bankası', hidden: true }));
  await user.click(dialog.getByLabelText('IBAN'));
  await user.paste(iban);
  // Without leaving the field: only that formats it.
  await user.keyboard('{Enter}');
  return { user, dialog };
}

it.each([
  ['iban', 'IBAN'],
  ['owner', 'Hesap sahibi'],
])('shows the refusal of %s at its field, until it changes', async (field, label) => {
  const { user, dialog } = await refuse({ field });
  const input = dialog.getByLabelText(label);
  await waitFor(() => expect(input).toHaveAccessibleDescription('Kabul edilmedi'));
  expect(input).toHaveFocus();
  await user.tab();
  expect(input).toBeInvalid();
  expect(dialog.queryByText('Kabul edilmedi', { selector: '[role=alert]' })).toBeNull();
  await user.type(input, '1');
  expect(input).not.toHaveAccessibleDescription('Kabul edilmedi');
});

it('shows a refusal of no field in the form', async () => {
  const { user, dialog } = await refuse({ field: 'bankAccountID' });
  expect(await dialog.findByRole('alert')).toHaveTextContent('Kabul edilmedi');
  const requests = mockCall('finance/save_bank_account');
  await user.click(dialog.getByRole('button', { name: 'Kaydet' }));
  expect(await screen.findByText('Banka Hesabı Başarıyla Eklendi')).toBeVisible();
  expect(requests).toHaveLength(1);
});

it('asks for confirmation before it deletes', async () => {
  mockCall('finance/list_bank_accounts');
  const requests = mockCall('finance/delete_bank_account');
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Sil' }));
  expect(requests).toHaveLength(0);
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Sil' }));
  expect(await screen.findByText('Banka Hesabı Başarıyla Silindi')).toBeVisible();
  expect(requests[0]?.data).toMatchObject({ bankAccountID: 71 });
});

it('only lists the accounts of a platform that changes none', async () => {
  setBootstrap({
    ...testBrand,
    unsupported: ['finance/save_bank_account', 'finance/delete_bank_account'],
  });
  mockCall('finance/list_bank_accounts');
  await open();
  expect((await screen.findAllByText(/TR\d\d /)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /Hesap ekle|Düzenle|Sil/ })).toBeNull();
});
