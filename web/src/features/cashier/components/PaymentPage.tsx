import { Panel } from '@/components/account';
import type { CashType } from '@/contracts/types';
import type { PaymentMethod } from '../model/methods';
import { MethodLogo } from './MethodLogo';
import { LazyPaymentSteps } from './LazyPaymentSteps';
import { PaymentFacts } from './PaymentFacts';
import css from './PaymentPage.module.css';

/** The page of a payment method: its facts beside the payment. */
export function PaymentPage({ type, method }: { type: CashType; method: PaymentMethod }) {
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <Panel>
          <p className={css.method}>
            <MethodLogo method={method} className={css.logo} />
            {method.name}
          </p>
          <PaymentFacts type={type} method={method} />
        </Panel>
      </aside>
      <LazyPaymentSteps type={type} method={method} />
    </div>
  );
}
