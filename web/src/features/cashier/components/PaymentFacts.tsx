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
        <dd className={css.balance}>
          <Balance toggle />
        </dd>
      </div>
    </dl>
  );
}
