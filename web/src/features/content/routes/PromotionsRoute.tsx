import { useTranslation } from 'react-i18next';
import type { Promotion } from '@/contracts/types';
import type { Phase } from '@/lib/content/phase';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { usePromotionList } from '../api/content';
import { OfferCard, OfferTabs } from '../components/OfferTabs';

/** The promotions in the tabs Active, Coming and Finished. */
export function PromotionsRoute() {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { promotions, error, reload } = usePromotionList();
  const badgeOf = ({ Start_date, End_date }: Promotion, phase: Phase) => {
    if (phase === 'upcoming') return t('starts', { when: format.relative(Start_date) });
    return phase === 'active' && t('ends', { when: format.relative(End_date) });
  };
  return (
    <OfferTabs
      kind="promotions"
      offers={promotions}
      error={error}
      reload={reload}
      renderCard={(promotion, phase, index) => (
        <OfferCard
          to={paths.promotion.to({ id: promotion.id })}
          picture={promotion}
          title={promotion.title}
          summary={promotion.summary}
          finished={phase === 'concluded'}
          eager={index < 3}
          badge={badgeOf(promotion, phase)}
          footer={t('span', {
            from: format.date(promotion.Start_date, 'date'),
            to: format.date(promotion.End_date, 'date'),
          })}
        />
      )}
    />
  );
}
