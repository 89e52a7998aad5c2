import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { paths } from '@/lib/paths';
import { Html } from '@/components/html';
import { ButtonLink, Countdown, EmptyState, ErrorState, PageTitle } from '@/components/ui';
import type { Promotion } from '@/contracts/types';
import { timeOf, usePhases } from '@/lib/content';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page';
import { usePromotion } from '../api/usePromotion';
import { Facts } from '../components/Facts';
import { PromotionActions } from '../components/JoinActions';
import { OfferPage, OfferPageSkeleton } from '../components/OfferPage';

/** One promotion with its offer, end, conditions and actions. */
export function PromotionRoute() {
  const { t } = useTranslation('content');
  const { id } = useParams();
  const { promotion, data, error, reload } = usePromotion(Number(id));
  usePageTitle(promotion?.title ?? t('promotions.title'));
  if (promotion) return <PromotionPage promotion={promotion} />;
  if (!data && !error) return <OfferPageSkeleton />;
  return (
    <>
      <PageTitle>{t('promotions.title')}</PageTitle>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <EmptyState title={t('promotions.gone')} text={t('promotions.goneText')}>
          <ButtonLink to={paths.promotions.to()}>{t('promotions.all')}</ButtonLink>
        </EmptyState>
      )}
    </>
  );
}

function PromotionPage({ promotion }: { promotion: Promotion }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const alone = useMemo(() => [promotion], [promotion]);
  const phases = usePhases(alone);
  const active = phases?.active.length === 1;
  const over = phases?.concluded.length === 1;
  const facts = [
    { name: t('fact.start'), value: format.date(promotion.Start_date, 'date-time') },
    { name: t('fact.end'), value: format.date(promotion.End_date, 'date-time') },
    !over && {
      name: t(active ? 'fact.left' : 'fact.untilStart'),
      value: <Countdown until={timeOf(active ? promotion.End_date : promotion.Start_date)} />,
    },
  ].filter((fact) => fact !== false);
  return (
    <OfferPage
      backTo={paths.promotions.to()}
      back={t('promotions.all')}
      image={promotion.image}
      title={promotion.title}
      // Hides the summary if the text begins with it.
      lead={promotion.html.includes(promotion.summary) ? undefined : promotion.summary}
      side={
        <>
          <Facts facts={facts} />
          {active && <PromotionActions />}
          {over && <p>{t('promotions.over')}</p>}
        </>
      }
    >
      <Html html={promotion.html} />
    </OfferPage>
  );
}
