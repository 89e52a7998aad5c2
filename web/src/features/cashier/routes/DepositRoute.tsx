import { cashType } from '@/contracts/constants';
import { Cashier } from '../components/Cashier';

/** Paying in. */
export function DepositRoute() {
  return <Cashier type={cashType.deposit} />;
}
