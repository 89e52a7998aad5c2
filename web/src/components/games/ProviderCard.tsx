import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Provider } from '@/contracts/types';
import { classes } from '@/components/ui/classes';
import css from './ProviderCard.module.css';

interface ProviderCardProps {
  provider: Provider;
  /** The path of the provider's games. */
  to: string;
}

/** A provider with its logo, or its name without a logo, and the number of its games if known. */
export function ProviderCard({ provider, to }: ProviderCardProps) {
  const { providerName, logo, gameCount } = provider;
  const { t } = useTranslation('common');
  const [logoMissing, setLogoMissing] = useState(logo === '');
  return (
    <Link className={css.card} to={to}>
      {logoMissing ? (
        <span className={css.name}>{providerName}</span>
      ) : (
        <img
          className={classes('logo-plate', css.logo)}
          src={logo}
          alt={providerName}
          width={120}
          height={48}
          loading="lazy"
          decoding="async"
          onError={() => setLogoMissing(true)}
        />
      )}
      {gameCount > 0 && (
        <span className={css.count}>{t('providers.games', { count: gameCount })}</span>
      )}
    </Link>
  );
}
