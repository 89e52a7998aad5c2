import { siteType } from '@/contracts/constants';
import { call, type RequestOf } from '@/lib/gateway';
import { refresh, useCall } from '@/lib/swr';

const mine = { who: 'player' } as const;

/** The banks, of the kind that accounts are held at. */
export const useBanks = (when = true) =>
  useCall('finance/list_banks', { typeID: 1 }, { ...mine, when });

/** The player's own accounts. */
export const useBankAccounts = (when = true) =>
  useCall('finance/list_bank_accounts', { SiteType: siteType, showPrepaid: 1 }, { ...mine, when });

/** The house's accounts at a bank, to pay into; not asked without one. */
export const useHouseAccounts = (bankID: number | undefined) =>
  useCall(
    'finance/get_bank_account',
    { bankID: bankID ?? 0 },
    { ...mine, when: bankID !== undefined },
  );

/** Adds an account, or with bankAccountID changes one; rejects with a GatewayError. */
export async function saveBankAccount(data: RequestOf<'finance/save_bank_account'>): Promise<void> {
  await call('finance/save_bank_account', data);
  await refresh('finance/list_bank_accounts');
}

/** Deletes an account; rejects with a GatewayError. */
export async function deleteBankAccount(bankAccountID: number): Promise<void> {
  await call('finance/delete_bank_account', { bankAccountID });
  await refresh('finance/list_bank_accounts');
}
