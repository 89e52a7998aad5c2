import { cashType } from '@/contracts/constants';
import { Cashier } from '../components/Cashier';

/** `/profile/deposit`. */
export function DepositRoute() {
  return <Cashier type={cashType.deposit} />;
}
