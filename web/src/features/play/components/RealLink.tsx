import { useTranslation } from 'react-i18next';
import { runningGame } from '@/components/games/model/runningGame';
import { ButtonLink } from '@/components/ui/Button/Button';

export interface RealLinkProps {
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
