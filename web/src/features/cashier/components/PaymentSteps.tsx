import { useEffect, useEffectEvent } from 'react';
import { IconClockQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { EmptyState, RequestId } from '@/components/ui/State/State';
import type { CashType } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { usePayment, type PaymentStep } from '../api/usePayment';
import type { PaymentMethod } from '../model/methods';
import { Confirm } from './Confirm';
import { PaymentForm } from './PaymentForm';

export interface PaymentStepsProps {
  type: CashType;
  method: PaymentMethod;
  /** The initial amount of the form. */
  amount?: number;
  onStep?(at: PaymentStep['at']): void;
  /** Shows the receipt of a payment instead of its form. */
  onReceipt(key: string): void;
}

/** One payment: form, confirmation and unknown outcome. The caller shows the receipt. */
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

interface UnknownOutcomeProps {
  amount?: number;
  requestId: string;
  busy: boolean;
  /** Sends the same payment with the same key. Undefined after a reload without form values. */
  onRetry?(): void;
  onStartOver(): void;
}

/** Explains that the outcome is unknown and links to the transactions. */
function UnknownOutcome(props: UnknownOutcomeProps) {
  const { amount, requestId, busy, onRetry, onStartOver } = props;
  const { t } = useTranslation(['cashier', 'common']);
  const format = useFormat();
  const text = t(onRetry ? 'unknown.text' : 'unknown.reloaded');
  return (
    <EmptyState
      icon={<IconClockQuestion size={32} />}
      title={t('unknown.title')}
      text={amount === undefined ? text : `${format.money(amount)} · ${text}`}
    >
      <ButtonLink variant="primary" to={paths.profileTransactions.to()}>
        {t('unknown.look')}
      </ButtonLink>
      {onRetry && (
        <Button busy={busy} onClick={onRetry}>
          {busy ? t('common:wait') : t('unknown.retry')}
        </Button>
      )}
      <Button variant="subtle" disabled={busy} onClick={onStartOver}>
        {t('unknown.again')}
      </Button>
      {requestId && <RequestId id={requestId} />}
    </EmptyState>
  );
}
