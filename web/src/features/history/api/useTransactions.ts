import type { Unpaged } from '@/contracts/calls';
import { useFinanceListTransactionsPages } from '@/contracts/hooks/finance';

export type TransactionFilter = Unpaged<'finance/list_transactions'>;

/** Returns the transactions that match a filter, page by page. */
export const useTransactions = (filter: TransactionFilter) =>
  useFinanceListTransactionsPages({ ...filter, concatRequire: true });
