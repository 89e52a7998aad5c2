import { cashType } from '@/contracts/constants';
import { Cashier } from '../components/Cashier';

/** Paying out. */
export function WithdrawRoute() {
  return <Cashier type={cashType.withdraw} />;
}
