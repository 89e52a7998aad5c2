export { canDeposit, openDeposit } from './openDeposit';
export type { DepositRequest } from './address';
