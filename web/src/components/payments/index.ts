export { CancelWithdrawal } from './CancelWithdrawal';
