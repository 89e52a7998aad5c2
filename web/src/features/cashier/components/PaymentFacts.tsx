import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Balance } from '@/components/wallet/Wallet';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { usePaymentMethodFacts } from '../hooks/usePaymentMethodFacts';
import type { PaymentMethod } from '../model/methods';
import css from './PaymentPage.module.css';

/** Limits, fee and duration of a payment method, and the balance. */
export function PaymentFacts({ type, method }: { type: CashType; method: PaymentMethod }) {
  const { t } = useTranslation('cashier');
  const { limits, duration, fee } = usePaymentMethodFacts(method);
  return (
    <dl className={css.facts}>
      <Fact name={t('fact.limits')}>{limits}</Fact>
      <Fact name={t('fact.fee')}>{fee}</Fact>
      <Fact name={t('fact.duration')}>{duration}</Fact>
      <div>
        <dt>{t(type === cashType.withdraw ? 'fact.available' : 'fact.balance')}</dt>
        <dd className={css.balance}>
          <Balance toggle />
        </dd>
      </div>
    </dl>
  );
}

/** A name and a value in a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
