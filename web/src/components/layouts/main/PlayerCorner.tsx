import { IconEye, IconEyeOff, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '@/components/ui/Avatar/Avatar';
import { IconButton } from '@/components/ui/Button/Button';
import { Menu } from '@/components/ui/Menu/Menu';
import { Money } from '@/components/ui/Money/Money';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import type { Player } from '@/lib/session/useSession';
import { useBalance } from '@/lib/player/useBalance';
import { useShowBalance } from '@/lib/player/useShowBalance';
import { AccountMenu } from '../account/AccountLayout';
import { Unread } from '../account/Unread';
import css from './Header.module.css';

/** The player's part of the header: balance, deposit and account menu. */
export function PlayerCorner({ player }: { player: Player }) {
  const { t } = useTranslation('layout');
  const { username } = player.profile;
  return (
    <>
      <BalancePill />
      <div className={css.account}>
        <Menu
          trigger={(props) => (
            <button
              type="button"
              className={css.avatar}
              aria-label={`${t('account.label')}: ${username}`}
              {...props}
            >
              <Avatar {...player.profile} />
              <span className={css.unread}>
                <Unread />
              </span>
            </button>
          )}
        >
          <AccountMenu />
        </Menu>
      </div>
    </>
  );
}

/** The balance with its visibility toggle and the deposit button. */
function BalancePill() {
  const { t } = useTranslation('layout');
  const { balance } = useBalance();
  const { shown, toggle } = useShowBalance();
  const canDeposit = useCanDeposit();
  return (
    <div className={css.balance} role="group" aria-label={t('balance.label')}>
      <span className={css.amount} data-testid="balance">
        {shown ? <Money amount={balance} animated /> : '••••'}
      </span>
      <IconButton
        size="small"
        label={t(shown ? 'balance.hide' : 'balance.show')}
        icon={shown ? <IconEye size={18} /> : <IconEyeOff size={18} />}
        onClick={toggle}
      />
      {canDeposit && (
        <IconButton
          size="small"
          variant="primary"
          className={css.add}
          label={t('balance.deposit')}
          icon={<IconPlus size={20} />}
          onClick={() => openDeposit()}
        />
      )}
    </div>
  );
}
