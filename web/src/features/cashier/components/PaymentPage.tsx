import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import { Money } from '@/components/ui';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { useBalance } from '@/lib/player';
import type { PaymentMethod } from '../model/methods';
import { MethodLogo } from './MethodLogo';
import { PaymentForm } from './PaymentForm';
import css from './PaymentPage.module.css';
import { Receipt } from './Receipt';
import { UnknownOutcome } from './UnknownOutcome';
import { usePayment } from '../api/usePayment';
import { usePaymentMethodFacts } from '../hooks/usePaymentMethodFacts';

/** The page of a payment method: its facts beside the form, the receipt or the unknown outcome. */
export function PaymentPage({ type, method }: { type: CashType; method: PaymentMethod }) {
  const { step, busy, send, startOver } = usePayment(type, method);
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <Facts type={type} method={method} />
      </aside>
      {step.at === 'form' && (
        <PaymentForm
          type={type}
          method={method}
          busy={busy}
          submitError={step.error}
          onSend={(payment) => void send(payment)}
        />
      )}
      {step.at === 'unknown' && (
        <UnknownOutcome
          requestId={step.requestId}
          busy={busy}
          onRetry={step.payment && (() => step.payment && void send(step.payment))}
          onStartOver={startOver}
        />
      )}
      {step.at === 'receipt' && (
        <Receipt type={type} method={method} step={step} onStartOver={startOver} />
      )}
    </div>
  );
}

function Facts({ type, method }: { type: CashType; method: PaymentMethod }) {
  const { t } = useTranslation('cashier');
  const { limits, duration, fee } = usePaymentMethodFacts(method);
  const { balance } = useBalance();
  return (
    <Panel>
      <p className={css.method}>
        <MethodLogo method={method} className={css.logo} />
        {method.name}
      </p>
      <dl className={css.facts}>
        <div>
          <dt>{t('fact.limits')}</dt>
          <dd>{limits}</dd>
        </div>
        <div>
          <dt>{t('fact.fee')}</dt>
          <dd>{fee}</dd>
        </div>
        <div>
          <dt>{t('fact.duration')}</dt>
          <dd>{duration}</dd>
        </div>
        <div>
          <dt>{t(type === cashType.withdraw ? 'fact.available' : 'fact.balance')}</dt>
          <dd>
            <Money amount={balance} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
