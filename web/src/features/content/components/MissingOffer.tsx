import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import type { GatewayError } from '@/lib/gateway/error';
import { OfferPageSkeleton } from './OfferPage';

export interface MissingOfferProps {
  /** Selects the texts. */
  kind: 'promotions' | 'tournaments';
  /** Whether the list of offers is loading. */
  loading: boolean;
  error: GatewayError | undefined;
  reload(): void;
  /** The address of the list. */
  allTo: string;
}

/** Shown instead of an offer that is loading, cannot be loaded or does not exist. */
export function MissingOffer({ kind, loading, error, reload, allTo }: MissingOfferProps) {
  const { t } = useTranslation('content');
  if (loading) return <OfferPageSkeleton />;
  return (
    <>
      <PageTitle>{t(`${kind}.title`)}</PageTitle>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <EmptyState title={t(`${kind}.gone`)} text={t(`${kind}.goneText`)}>
          <ButtonLink to={allTo}>{t(`${kind}.all`)}</ButtonLink>
        </EmptyState>
      )}
    </>
  );
}
