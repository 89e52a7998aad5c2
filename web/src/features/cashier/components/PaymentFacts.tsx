import { useTranslation } from 'react-i18next';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { IconButton } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { useBalance, useShowBalance } from '@/lib/player/player';
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
        <dd>
          <CashierBalance />
        </dd>
      </div>
    </dl>
  );
}

/** The balance with the button that shows or hides every balance of the site. */
function CashierBalance() {
  const { t } = useTranslation('cashier');
  const { balance } = useBalance();
  const { shown, toggle } = useShowBalance();
  return (
    <span className={css.balance}>
      {shown ? <Money amount={balance} animated /> : <span>••••</span>}
      <IconButton
        size="small"
        label={t(shown ? 'balance.hide' : 'balance.show')}
        icon={shown ? <IconEye size={18} /> : <IconEyeOff size={18} />}
        onClick={toggle}
      />
    </span>
  );
}
