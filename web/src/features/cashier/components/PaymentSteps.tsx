import { useEffect, useEffectEvent } from 'react';
import type { CashType } from '@/contracts/types';
import { usePayment, type PaymentStep } from '../api/usePayment';
import type { PaymentMethod } from '../model/methods';
import { Confirm } from './Confirm';
import { PaymentForm } from './PaymentForm';
import { UnknownOutcome } from './UnknownOutcome';

export interface PaymentStepsProps {
  type: CashType;
  method: PaymentMethod;
  /** The amount that the form begins with. */
  amount?: number;
  onStep?(at: PaymentStep['at']): void;
  /** Shows the receipt of a payment in the place of its form. */
  onReceipt(key: string): void;
}

/** One payment: form, confirmation, then its unknown outcome if it has one. The receipt is the caller's. */
export function PaymentSteps({ type, method, amount, onStep, onReceipt }: PaymentStepsProps) {
  const { step, unknownAmount, busy, confirm, change, send, startOver } = usePayment(type, method);
  const reportStep = useEffectEvent(() => {
    onStep?.(step.at);
    if (step.at === 'receipt') onReceipt(step.key);
  });
  useEffect(() => reportStep(), [step.at]);
  switch (step.at) {
    case 'form':
      return (
        <PaymentForm
          type={type}
          method={method}
          amount={amount}
          payment={step.payment}
          refusal={step.refusal}
          onContinue={confirm}
        />
      );
    case 'confirm':
      return (
        <Confirm
          type={type}
          method={method}
          payment={step.payment}
          busy={busy}
          onChange={() => change(step.payment)}
          onConfirm={() => void send(step.payment)}
        />
      );
    case 'unknown':
      return (
        <UnknownOutcome
          amount={unknownAmount}
          requestId={step.requestId}
          busy={busy}
          onRetry={step.payment && (() => step.payment && void send(step.payment))}
          onStartOver={startOver}
        />
      );
    case 'receipt':
      return null;
  }
}
