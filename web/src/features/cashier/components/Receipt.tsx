import { useEffect, useRef } from 'react';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { CopyButton, Panel, QrCode, StatusBadge } from '@/components/account';
import { Button, ButtonLink, Money } from '@/components/ui';
import { cashType, transactionStatus } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { ContinueLink } from './ContinueLink';
import type { PaymentMethod } from '../model/methods';
import css from './Receipt.module.css';
import type { PaymentStep } from '../api/usePayment';

const statusKeys = Object.entries(transactionStatus) as [keyof typeof transactionStatus, number][];

export interface ReceiptProps {
  type: CashType;
  method: PaymentMethod;
  step: Extract<PaymentStep, { at: 'receipt' }>;
  onStartOver(): void;
}

/** The result of a payment and its next step: a code to scan, a page to open, or none. */
export function Receipt({ type, method, step, onStartOver }: ReceiptProps) {
  const { t } = useTranslation('cashier');
  const title = useRef<HTMLHeadingElement>(null);
  // The form was removed: move the focus here, so that screen readers announce the result.
  useEffect(() => title.current?.focus(), []);
  const { answer, payment } = step;
  const status = statusKeys.find(([, id]) => id === answer.status)?.[0];
  const key = type === cashType.deposit ? 'deposit' : 'withdraw';
  const id = String(answer.transaction_id);
  return (
    <Panel>
      <div className={css.receipt}>
        <span className={css.icon}>
          <IconCheck size={32} aria-hidden="true" />
        </span>
        <h2 ref={title} tabIndex={-1} className={css.title}>
          {t(`${key}.received`)}
        </h2>
        <Money className={css.amount} amount={Number(payment.amount)} />
        {answer.qr && (
          <>
            <QrCode text={answer.qr} label={t('receipt.qr')} />
            <p className={css.text}>{t('receipt.scan')}</p>
          </>
        )}
        <dl className={css.facts}>
          <div>
            <dt>{t('receipt.method')}</dt>
            <dd>{method.name}</dd>
          </div>
          <div>
            <dt>{t('receipt.id')}</dt>
            <dd>
              <bdi>{id}</bdi>
              <CopyButton text={id} label={t('receipt.id')} />
            </dd>
          </div>
          {status && (
            <div>
              <dt>{t('receipt.status')}</dt>
              <dd>
                <StatusBadge status={answer.status} text={t(`status.${status}`)} />
              </dd>
            </div>
          )}
        </dl>
        <div className={css.actions}>
          {answer.url && <ContinueLink url={answer.url} />}
          <ButtonLink
            variant={answer.url ? 'secondary' : 'primary'}
            to={paths.profileTransactions.to()}
          >
            {t('receipt.transactions')}
          </ButtonLink>
          <Button variant="subtle" onClick={onStartOver}>
            {t(`${key}.again`)}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
