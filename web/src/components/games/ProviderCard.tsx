import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Provider } from '@/contracts/types';
import { Picture } from '@/components/ui/Image/Picture';
import { classes } from '@/components/ui/classes';
import css from './ProviderCard.module.css';

interface ProviderCardProps {
  provider: Provider;
  /** The path of the provider's games. */
  to: string;
}

/** A provider with its logo, or its name without a logo, and the number of its games if known. */
export function ProviderCard({ provider, to }: ProviderCardProps) {
  const { providerName, logo, srcset, gameCount } = provider;
  const { t } = useTranslation('common');
  return (
    <Link className={css.card} to={to}>
      <Picture
        of={{ image: logo, srcset }}
        className={classes('logo-plate', css.logo)}
        width={120}
        height={48}
        sizes="120px"
        alt={providerName}
        fallback={<span className={css.name}>{providerName}</span>}
      />
      {gameCount > 0 && (
        <span className={css.count}>{t('providers.games', { count: gameCount })}</span>
      )}
    </Link>
  );
}
