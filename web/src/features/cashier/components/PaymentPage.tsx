import { Panel } from '@/components/ui/Panel/Panel';
import { MethodLogo } from './MethodLogo';
import { LazyPaymentSteps } from './LazyPaymentSteps';
import { PaymentFacts } from './PaymentFacts';
import css from './PaymentPage.module.css';
import type { PaymentStepsProps } from './PaymentSteps';

export type PaymentPageProps = Pick<PaymentStepsProps, 'type' | 'method' | 'onReceipt'>;

/** The page of a payment method: its facts beside the payment. */
export function PaymentPage(props: PaymentPageProps) {
  const { type, method } = props;
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <Panel>
          <p className={css.method}>
            <MethodLogo method={method} />
            {method.name}
          </p>
          <PaymentFacts type={type} method={method} />
        </Panel>
      </aside>
      <LazyPaymentSteps {...props} />
    </div>
  );
}
