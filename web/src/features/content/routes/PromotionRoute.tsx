import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Html } from '@/components/html/Html';
import type { Promotion } from '@/contracts/types';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { parseRecordId } from '@/lib/recordId';
import { usePromotion } from '../api/content';
import {
  Facts,
  MissingOffer,
  OfferPage,
  PromotionActions,
  useOfferPeriod,
} from '../components/OfferPage';

/** One promotion with its offer, end, conditions and actions. */
export function PromotionRoute() {
  const { t } = useTranslation('content');
  const { id } = useParams();
  const { promotion, data, error, reload } = usePromotion(parseRecordId(id));
  usePageTitle(promotion?.title ?? t('promotions.title'));
  if (promotion) return <PromotionPage promotion={promotion} />;
  return (
    <MissingOffer
      kind="promotions"
      loading={!data && !error}
      error={error}
      reload={reload}
      allTo={paths.promotions.to()}
    />
  );
}

function PromotionPage({ promotion }: { promotion: Promotion }) {
  const { t } = useTranslation('content');
  const { active, finished, facts } = useOfferPeriod(promotion);
  return (
    <OfferPage
      backTo={paths.promotions.to()}
      backLabel={t('promotions.all')}
      picture={promotion}
      title={promotion.title}
      // Hides the summary if the text contains it.
      summary={promotion.html.includes(promotion.summary) ? undefined : promotion.summary}
      aside={
        <>
          <Facts facts={facts} />
          {active && <PromotionActions />}
          {finished && <p>{t('promotions.over')}</p>}
        </>
      }
    >
      <Html html={promotion.html} />
    </OfferPage>
  );
}
