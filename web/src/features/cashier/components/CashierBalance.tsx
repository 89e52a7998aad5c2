import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { useBalance } from '@/lib/player/useBalance';
import { useShowBalance } from '@/lib/player/useShowBalance';
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
