import { siteType } from '@/contracts/constants';
import { useFinanceListBankAccounts, useFinanceListBanks } from '@/contracts/hooks/finance';

/** Returns the banks at which players can hold accounts. */
export const useBanks = () => useFinanceListBanks({ typeID: 1 });

/** Returns the player's bank accounts. */
export const useBankAccounts = () =>
  useFinanceListBankAccounts({ SiteType: siteType, showPrepaid: 1 });
