import { useMemo, useState, type ReactNode } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ProviderCard } from '@/components/games/ProviderCard';
import { useSlotProviders } from '@/components/games/api/games';
import { ButtonLink } from '@/components/ui/Button/Button';
import { PageTitle, Section } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import type { Provider } from '@/contracts/types';
import css from '@/features/games/components/ProviderGrid.module.css';
import { hasFeature, supports } from '@/lib/bootstrap/bootstrap';
import type { GatewayError } from '@/lib/gateway/error';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { useLiveProviders } from '../api/games';
import type { GameListPaths } from '../model/gameFilter';
import { matchesName, slotPaths, tablePaths } from '../model/lists';

/** `/providers`: the providers of slots and of live tables. */
export function ProvidersRoute() {
  const { t } = useTranslation('games');
  const [search, setSearch] = useState('');
  const title = t('providers.title');
  usePageTitle(title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <label className={css.search}>
        <span className="visually-hidden">{t('providers.search')}</span>
        <IconSearch size={20} aria-hidden="true" />
        <input
          type="search"
          placeholder={t('providers.search')}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {hasFeature('slots') && supports('casino/provider_list') && <SlotProviders search={search} />}
      {hasFeature('live') && supports('livecasino/provider_list') && <Studios search={search} />}
    </>
  );
}

/** The providers of slots that have games. */
function SlotProviders({ search }: { search: string }) {
  const { t } = useTranslation('games');
  const list = useSlotProviders();
  const data = useMemo(() => list.data?.filter(({ gameCount }) => gameCount > 0), [list.data]);
  return (
    <ProviderGrid
      title={t('slots.title')}
      list={{ ...list, data }}
      search={search}
      addresses={slotPaths}
    />
  );
}

function Studios({ search }: { search: string }) {
  const { t } = useTranslation('games');
  return (
    <ProviderGrid
      title={t('tables.title')}
      list={useLiveProviders()}
      search={search}
      addresses={tablePaths}
    />
  );
}

interface ProviderGridProps {
  title: string;
  list: { data: Provider[] | undefined; error: GatewayError | undefined; reload(): void };
  /** The text that filters the names. */
  search: string;
  addresses: GameListPaths;
}

/** The number of providers of most platforms, which keeps the next section in place. */
const skeletonCount = 24;

/** The providers of slots or of live tables, each with a link to its games. */
function ProviderGrid({ title, list, search, addresses }: ProviderGridProps) {
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
