import { siteType } from '@/contracts/constants';
import { useFinanceListBankAccounts, useFinanceListBanks } from '@/contracts/hooks/finance';

/** The banks, of the kind that accounts are held at. */
export const useBanks = () => useFinanceListBanks({ typeID: 1 });

/** The player's own accounts. */
export const useBankAccounts = () =>
  useFinanceListBankAccounts({ SiteType: siteType, showPrepaid: 1 });
