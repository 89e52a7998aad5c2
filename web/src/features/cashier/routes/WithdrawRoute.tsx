import { cashType } from '@/contracts/constants';
import { Cashier } from '../components/Cashier';

/** `/profile/withdraw`. */
export function WithdrawRoute() {
  return <Cashier type={cashType.withdraw} />;
}
