import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ProviderCard } from '@/components/games/ProviderCard';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { useSlotProviders } from '@/components/games/api/slotLists';

/** The providers of slots; renders nothing if they cannot be loaded. */
export default function Providers() {
  const { t } = useTranslation('lobby');
  const { data, error } = useSlotProviders();
  const title = t('rows.providers');
  if (error || data?.length === 0) return null;
  return (
    <Section title={title} allTo={paths.providers.to()}>
      {data ? (
        <Rail label={title} items="small">
          {data
            .filter(({ gameCount }) => gameCount > 0)
            .map((provider) => (
              <ProviderCard
                key={provider.providerID}
                provider={provider}
                to={paths.slotProvider.to({ providerID: provider.providerID })}
              />
            ))}
        </Rail>
      ) : (
        <RailSkeleton items="small" />
      )}
    </Section>
  );
}
