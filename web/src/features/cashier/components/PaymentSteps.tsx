import { useEffect, useEffectEvent, useRef } from 'react';
import { IconClockQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { Panel } from '@/components/ui/Panel/Panel';
import { EmptyState, RequestId } from '@/components/ui/State/State';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { useSaveDraft } from '@/lib/drafts/useRestoredDraft';
import { useFormat } from '@/lib/format/useFormat';
import { groupedIban } from '@/lib/identity/identity';
import { paths } from '@/lib/paths/paths';
import { usePayment, type PaymentStep } from '../api/usePayment';
import { type PaymentMethod, paymentSums } from '../model/methods';
import { PaymentForm } from './PaymentForm';
import { useBankAccounts } from '../api/cashier';
import { usePaymentMethodFacts } from '../hooks/usePaymentMethodFacts';
import { paymentDraftName, type Payment } from '../model/payment';
import { Fact } from './PaymentFacts';
import css from './Confirm.module.css';

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

interface ConfirmProps {
  type: CashType;
  method: PaymentMethod;
  payment: Payment;
  busy: boolean;
  onChange(): void;
  onConfirm(): void;
}

/** Shows amount, fee and result before the payment is sent. */
function Confirm({ type, method, payment, busy, onChange, onConfirm }: ConfirmProps) {
  const { t } = useTranslation(['cashier', 'common']);
  const { duration } = usePaymentMethodFacts(method);
  const title = useRef<HTMLHeadingElement>(null);
  // The form was removed, therefore screen readers continue here.
  useEffect(() => title.current?.focus(), []);
  useSaveDraft(paymentDraftName(type, method), () => payment);
  const { fee, paid, arrives } = paymentSums(type, Number(payment.amount), method.fee);
  const key = type === cashType.deposit ? 'deposit' : 'withdraw';
  return (
    <Panel>
      <div className={css.confirm} aria-busy={busy}>
        <h2 ref={title} tabIndex={-1} className={css.title}>
          {t(`confirm.${key}`)}
        </h2>
        <dl className={css.sums}>
          <Fact name={t('receipt.method')}>{method.name}</Fact>
          {payment.bankAccountID && <AccountRow id={payment.bankAccountID} />}
          <Fact name={t(`confirm.paid.${key}`)}>
            <Money amount={paid} />
          </Fact>
          <Fact name={t('fact.fee')}>{fee === 0 ? t('method.free') : <Money amount={fee} />}</Fact>
          <div className={css.arrives}>
            <dt>{t(`confirm.arrives.${key}`)}</dt>
            <dd>
              <Money amount={arrives} />
            </dd>
          </div>
          <Fact name={t('fact.duration')}>{duration}</Fact>
        </dl>
        <Button variant="primary" size="large" busy={busy} fullWidth onClick={onConfirm}>
          {busy ? t('common:wait') : t(`${key}.send`)}
        </Button>
        <Button variant="subtle" disabled={busy} fullWidth onClick={onChange}>
          {t('confirm.change')}
        </Button>
      </div>
    </Panel>
  );
}

/** The bank account to which a withdrawal is paid. */
function AccountRow({ id }: { id: string }) {
  const { t } = useTranslation('cashier');
  const account = useBankAccounts().data?.find(({ bankAccountID }) => String(bankAccountID) === id);
  return (
    <Fact name={t('account.label')}>
      <span>{`${account?.bankName ?? ''} · `}</span>
      <bdi dir="ltr">{groupedIban(account?.iban ?? '')}</bdi>
    </Fact>
  );
}
