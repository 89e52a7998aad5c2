import { IconCircleArrowDown, IconCircleArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { Panel } from '@/components/ui/Panel/Panel';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { classes } from '@/components/ui/classes';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useBalance } from '@/lib/player/useBalance';
import { useShowBalance } from '@/lib/player/useShowBalance';
import css from './Balances.module.css';

const hiddenAmount = '••••••';

/** The balances of the wallet, with links to deposit and withdrawal. */
export function Balances() {
  const { t } = useTranslation('account');
  const { balance, bonus } = useBalance();
  const { shown } = useShowBalance();
  const canDeposit = useCanDeposit();
  const renderAmount = (amount: number | undefined) =>
    shown ? <Money amount={amount} animated /> : hiddenAmount;
  return (
    <Panel>
      <div className={css.balances}>
        <div className={css.amounts}>
          <div>
            <p className={css.label}>{t('overview.balance')}</p>
            <p className={css.amount}>{renderAmount(balance)}</p>
          </div>
          <div>
            <p className={css.label}>{t('overview.bonus')}</p>
            <p className={classes(css.amount, css.bonus)}>{renderAmount(bonus)}</p>
          </div>
        </div>
        <div className={css.actions}>
          {canDeposit && (
            <Button variant="primary" onClick={() => openDeposit()}>
              <IconCircleArrowDown size={20} aria-hidden="true" />
              {t('overview.deposit')}
            </Button>
          )}
          <ButtonLink to={paths.profileWithdraw.to()}>
            <IconCircleArrowUp size={20} aria-hidden="true" />
            {t('overview.withdraw')}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
