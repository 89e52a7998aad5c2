import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { ProviderCard } from '@/components/games/ProviderCard';
import type { Provider } from '@/contracts/types';
import type { GatewayError } from '@/lib/gateway/error';
import { matchesName } from '../model/providers';
import type { GameListPaths } from '../model/gameFilter';
import css from './ProviderGrid.module.css';

export interface ProviderGridProps {
  title: string;
  list: { data: Provider[] | undefined; error: GatewayError | undefined; reload(): void };
  /** The text that names are searched for. */
  search: string;
  addresses: GameListPaths;
}

/** As many as most platforms have, so that the next section keeps its place. */
const skeletonCount = 24;

/** The providers of slots or of live tables, each with a link to its games. */
export function ProviderGrid({ title, list, search, addresses }: ProviderGridProps) {
  const { t } = useTranslation('games');
  const { data, error, reload } = list;
  if (!data && error?.reason === 'no-records') return null;
  const found = data?.filter(({ providerName }) => matchesName(providerName, search));
  return (
    <Section
      title={title}
      aside={
        found && <span className={css.count}>{t('providers.count', { count: found.length })}</span>
      }
    >
      {found ? (
        found.length > 0 ? (
          <Grid>
            {found.map((provider) => (
              <li key={provider.providerID}>
                <ProviderCard provider={provider} to={addresses.provider(provider.providerID)} />
              </li>
            ))}
          </Grid>
        ) : (
          <EmptyState title={t('providers.none')}>
            <ButtonLink to={addresses.all()}>{title}</ButtonLink>
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <Grid>
          {Array.from({ length: skeletonCount }, (_, index) => (
            <li key={`skeleton ${index}`}>
              <Skeleton height={96} />
            </li>
          ))}
        </Grid>
      )}
    </Section>
  );
}

const Grid = ({ children }: { children: ReactNode }) => <ul className={css.grid}>{children}</ul>;
