import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useBalance } from '@/lib/player/useBalance';
import { useShowBalance } from '@/lib/player/useShowBalance';
import css from './Wallet.module.css';

export interface WalletProps {
  /** Shows an icon instead of the text of the deposit button. */
  compact?: boolean;
}

/** The player's balance beside a running game, with the deposit button. */
export function Wallet({ compact = false }: WalletProps) {
  const { t } = useTranslation('play');
  const { balance } = useBalance();
  const { shown } = useShowBalance();
  const canDeposit = useCanDeposit();
  return (
    <>
      <span className={css.balance} role="group" aria-label={t('balance')} data-testid="balance">
        {shown ? <Money amount={balance} animated /> : '••••'}
      </span>
      {canDeposit && (
        <Button
          variant="primary"
          size="small"
          className={css.deposit}
          onClick={() => openDeposit()}
          aria-label={t('deposit')}
        >
          <IconPlus size={18} aria-hidden="true" />
          {!compact && <span className={css.depositText}>{t('deposit')}</span>}
        </Button>
      )}
    </>
  );
}
