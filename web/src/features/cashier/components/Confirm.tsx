import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Button } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { useSaveDraft } from '@/lib/drafts/useRestoredDraft';
import { groupedIban } from '@/lib/identity/identity';
import { useBankAccounts } from '../api/cashier';
import { usePaymentMethodFacts } from '../hooks/usePaymentMethodFacts';
import { paymentSums, type PaymentMethod } from '../model/methods';
import { paymentDraftName, type Payment } from '../model/payment';
import css from './Confirm.module.css';

interface ConfirmProps {
  type: CashType;
  method: PaymentMethod;
  payment: Payment;
  busy: boolean;
  onChange(): void;
  onConfirm(): void;
}

/** Shows amount, fee and result before the payment is sent. */
export function Confirm({ type, method, payment, busy, onChange, onConfirm }: ConfirmProps) {
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
          <div>
            <dt>{t('receipt.method')}</dt>
            <dd>{method.name}</dd>
          </div>
          {payment.bankAccountID && <AccountRow id={payment.bankAccountID} />}
          <div>
            <dt>{t(`confirm.paid.${key}`)}</dt>
            <dd>
              <Money amount={paid} />
            </dd>
          </div>
          <div>
            <dt>{t('fact.fee')}</dt>
            <dd>{fee === 0 ? t('method.free') : <Money amount={fee} />}</dd>
          </div>
          <div className={css.arrives}>
            <dt>{t(`confirm.arrives.${key}`)}</dt>
            <dd>
              <Money amount={arrives} />
            </dd>
          </div>
          <div>
            <dt>{t('fact.duration')}</dt>
            <dd>{duration}</dd>
          </div>
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
    <div>
      <dt>{t('account.label')}</dt>
      <dd>
        <span>{`${account?.bankName ?? ''} · `}</span>
        <bdi dir="ltr">{groupedIban(account?.iban ?? '')}</bdi>
      </dd>
    </div>
  );
}
