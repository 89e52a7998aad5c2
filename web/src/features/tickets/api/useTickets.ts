import {
  orderBy,
  orderDirection,
  ticketPageSize,
  ticketSearchType,
  transactionCategory,
  transactionStatus,
} from '@/contracts/constants';
import { useFinanceListTransactions } from '@/contracts/hooks/finance';
import { bootstrap } from '@/lib/bootstrap/bootstrap';

/**
 * Returns the player's lottery tickets, newest first: approved deposits in the brand's ticket
 * window of at least its ticket amount. `searchID` is a number or part of one.
 */
export function useTickets(searchID: string, offset: number) {
  const { ticketMinimum, ticketFrom, ticketTo } = bootstrap().limits;
  const request = {
    concatRequire: false,
    limit: ticketPageSize,
    offset,
    searchType: ticketSearchType,
    searchCategory: transactionCategory.deposit,
    status: transactionStatus.approved,
    searchMinAmount: ticketMinimum,
    startDate: ticketFrom,
    endDate: ticketTo,
    OrderDir: orderDirection.newestFirst,
    OrderPar: orderBy.date,
    ...(searchID && { searchID }),
  };
  return useFinanceListTransactions(request, { keepPreviousData: true });
}
