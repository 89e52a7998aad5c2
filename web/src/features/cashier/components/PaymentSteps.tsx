import type { CashType } from '@/contracts/types';
import { usePayment } from '../api/usePayment';
import type { PaymentMethod } from '../model/methods';
import { PaymentForm } from './PaymentForm';
import { Receipt } from './Receipt';
import { UnknownOutcome } from './UnknownOutcome';

export interface PaymentStepsProps {
  type: CashType;
  method: PaymentMethod;
  /** The amount that the form begins with. */
  amount?: number;
}

/** One payment from the form to its receipt, or to its unknown outcome. */
export function PaymentSteps({ type, method, amount }: PaymentStepsProps) {
  const { step, busy, send, startOver } = usePayment(type, method);
  switch (step.at) {
    case 'form':
      return (
        <PaymentForm
          type={type}
          method={method}
          amount={amount}
          busy={busy}
          submitError={step.error}
          onSend={(payment) => void send(payment)}
        />
      );
    case 'unknown':
      return (
        <UnknownOutcome
          requestId={step.requestId}
          busy={busy}
          onRetry={step.payment && (() => step.payment && void send(step.payment))}
          onStartOver={startOver}
        />
      );
    case 'receipt':
      return <Receipt type={type} method={method} step={step} onStartOver={startOver} />;
  }
}
