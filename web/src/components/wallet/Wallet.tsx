import { IconEye, IconEyeOff, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@/components/ui/Button/Button';
import { Money, type MoneyProps } from '@/components/ui/Money/Money';
import { classes } from '@/components/ui/classes';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useBalance, useShowBalance } from '@/lib/player/player';
import css from './Wallet.module.css';

interface WalletProps {
  /** Adds the button that shows or hides every balance of the site. */
  toggle?: boolean;
  /** The deposit button has a text from 768 px. */
  depositText?: boolean;
  className?: string;
}

/** The player's balance with the deposit button, for the header and next to a running game. */
export function Wallet({ toggle, depositText, className }: WalletProps) {
  const { t } = useTranslation();
  const canDeposit = useCanDeposit();
  return (
    <div className={classes(css.wallet, className)} role="group" aria-label={t('balance.label')}>
      <Balance toggle={toggle} />
      {canDeposit && (
        <Button
          variant="primary"
          size="small"
          className={css.deposit}
          aria-label={t('balance.deposit')}
          onClick={() => openDeposit()}
        >
          <IconPlus size={20} aria-hidden="true" />
          {depositText && <span className={css.depositText}>{t('balance.deposit')}</span>}
        </Button>
      )}
    </div>
  );
}

/** The player's balance. `toggle` adds the button that shows or hides every balance. */
export function Balance({ toggle }: Pick<WalletProps, 'toggle'>) {
  const { t } = useTranslation();
  const { shown, toggle: toggleShown } = useShowBalance();
  return (
    <>
      <span className={css.balance} data-testid="balance">
        <WalletAmount amount={useBalance().balance} animated />
      </span>
      {toggle && (
        <IconButton
          size="small"
          label={t(shown ? 'balance.hide' : 'balance.show')}
          icon={shown ? <IconEye size={18} /> : <IconEyeOff size={18} />}
          onClick={toggleShown}
        />
      )}
    </>
  );
}

/** An amount of the player's wallet in the brand's currency, or dots if balances are hidden. */
export const WalletAmount = (props: Pick<MoneyProps, 'amount' | 'animated'>) =>
  useShowBalance().shown ? <Money {...props} /> : '••••';
