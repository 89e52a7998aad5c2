import { IconCoffee } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { runningGame } from '@/components/games/model/runningGame';
import { ButtonLink, IconButton } from '@/components/ui/Button/Button';
import { breakDialog } from '@/lib/break/breakDialog';

/** Opens the dialog for a break from the bar of a running game for money. */
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

/** Leads from a demo to the same game for money and ends the demo. Guests log in first. */
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
