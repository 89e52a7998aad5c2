import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import type { Provider } from '@/contracts/types';
import { useSlotProviders } from '@/components/games/api/slotLists';
import css from './Providers.module.css';

/** The providers of slots; renders nothing if they cannot be loaded. */
export default function Providers() {
  const { t } = useTranslation('lobby');
  const { data, error } = useSlotProviders();
  const title = t('rows.providers');
  if (error || data?.length === 0) return null;
  return (
    <Section title={title}>
      {data ? (
        <Rail label={title} items="small">
          {data
            .filter(({ gameCount }) => gameCount > 0)
            .map((provider) => (
              <ProviderCard key={provider.providerID} provider={provider} />
            ))}
        </Rail>
      ) : (
        <RailSkeleton items="small" />
      )}
    </Section>
  );
}

function ProviderCard({ provider }: { provider: Provider }) {
  const { providerID, providerName, logo, gameCount } = provider;
  const { t } = useTranslation('lobby');
  const [logoMissing, setLogoMissing] = useState(logo === '');
  return (
    <Link className={css.card} to={paths.slotProvider.to({ providerID })}>
      {logoMissing ? (
        <span className={css.name}>{providerName}</span>
      ) : (
        <img
          className={css.logo}
          src={logo}
          alt={providerName}
          width={120}
          height={48}
          loading="lazy"
          decoding="async"
          onError={() => setLogoMissing(true)}
        />
      )}
      <span className={css.count}>{t('providers.games', { count: gameCount })}</span>
    </Link>
  );
}
