import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { ProviderCard } from '@/components/games/ProviderCard';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { useSlotProviders } from '@/components/games/api/games';
import { FailedRow } from './FailedRow';

/** The providers of slots, or a retry button after a failure. Renders nothing without any. */
export default function Providers({ title: given }: { title?: string }) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = useSlotProviders();
  const title = given ?? t('rows.providers');
  const allTo = paths.providers.to();
  if (data?.length === 0) return null;
  if (!data && error) return <FailedRow {...{ title, allTo, error }} onRetry={reload} />;
  return (
    <Section title={title} allTo={allTo}>
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
