import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton, Money } from '@/components/ui';
import { useBalance, useShowBalance } from '@/lib/player';
import css from './PaymentPage.module.css';

/** The balance with the button that shows or hides every balance of the site. */
export function CashierBalance() {
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
