import { IconGift } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, Money } from '@/components/ui';
import { useUserClaimBonus } from '@/contracts/hooks/user';
import { supports } from '@/lib/bootstrap';
import { refreshBalance } from '@/lib/player';
import { refresh } from '@/lib/swr';
import { toastSuccess } from '@/lib/toast';
import { useDepositBonus } from '../api/useDepositBonus';
import css from './Bonus.module.css';

const revalidate = () => Promise.all([refresh('user/list_bonuses'), refreshBalance()]);

/** Offers the bonus that can be taken now, after a deposit was credited. */
export function ClaimBonus() {
  const { t } = useTranslation('cashier');
  const { available } = useDepositBonus();
  const { run, busy } = useUserClaimBonus({ onSuccess: revalidate, onError: revalidate });
  if (!available || !supports('user/claim_bonus')) return null;
  const claim = async () => {
    if (await run({ bonusID: available.bonusID })) {
      toastSuccess(t('bonus.claimed', { title: available.title }));
    }
  };
  return (
    <div className={css.bonus}>
      <IconGift size={24} aria-hidden="true" />
      <p className={css.text}>
        <strong>{available.title}</strong>
        <Money amount={available.amount} round />
      </p>
      <Button size="small" variant="primary" busy={busy} onClick={() => void claim()}>
        {t('bonus.claim')}
      </Button>
    </div>
  );
}
