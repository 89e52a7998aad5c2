import { IconCoffee, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { runningGame } from '@/components/games/model/runningGame';
import { Button, ButtonLink, IconButton } from '@/components/ui/Button/Button';
import { Money } from '@/components/ui/Money/Money';
import { breakDialog } from '@/lib/break/breakDialog';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useBalance, useShowBalance } from '@/lib/player/player';
import css from './Wallet.module.css';

interface WalletProps {
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

/** Opens the dialog in which a player takes a break, from the bar of a running game for money. */
export function BreakButton({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('play');
  return (
    <IconButton
      size={compact ? 'small' : 'medium'}
      label={t('break')}
      icon={<IconCoffee size={compact ? 18 : 22} />}
      onClick={() => breakDialog.set(true)}
    />
  );
}

interface RealLinkProps {
  /** The path of the game for money. */
  to: string;
  size?: 'small' | 'medium';
  className?: string;
}

/** The way from a demo to the same game for money; a guest logs in first. Ends the demo. */
export function RealLink({ to, size, className }: RealLinkProps) {
  const { t } = useTranslation('play');
  return (
    <ButtonLink
      variant="primary"
      size={size}
      className={className}
      to={to}
      onClick={runningGame.close}
    >
      {t('real')}
    </ButtonLink>
  );
}
