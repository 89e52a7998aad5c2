import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Html } from '@/components/html/Html';
import type { Promotion } from '@/contracts/types';
import { usePageTitle } from '@/lib/page/usePageTitle';
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
  const { promotion, ...state } = usePromotion(parseRecordId(id));
  usePageTitle(promotion?.title ?? t('promotions.title'));
  if (promotion) return <PromotionPage promotion={promotion} />;
  return <MissingOffer kind="promotions" state={state} />;
}

function PromotionPage({ promotion }: { promotion: Promotion }) {
  const { t } = useTranslation('content');
  const { active, finished, facts } = useOfferPeriod(promotion);
  return (
    <OfferPage
      kind="promotions"
      offer={promotion}
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
