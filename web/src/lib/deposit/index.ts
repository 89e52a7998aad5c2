export { useCanDeposit, openDeposit } from './openDeposit';
export type { DepositRequest } from './address';
