import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { EmptyState, ErrorState, PageTitle, Tabs } from '@/components/ui';
import type { Promotion } from '@/contracts/types';
import type { Phase } from '@/lib/content';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page';
import { usePromotionList } from '../api/usePromotionList';
import { CardGrid, CardGridSkeleton } from '../components/CardGrid';
import { OfferCard } from '../components/OfferCard';
import { useTab } from '../hooks/useTab';

const phases = ['active', 'upcoming', 'concluded'] as const;

/** The promotions in the tabs Active, Coming and Finished (spec §2). */
export function PromotionsRoute() {
  const { t } = useTranslation('content');
  usePageTitle(t('promotions.title'));
  const [tab, setTab] = useTab(phases);
  const { promotions, error, reload } = usePromotionList();
  const tabs = phases.map((key) => ({ key, title: t(`promotions.tab.${key}`) }));
  return (
    <>
      <PageTitle>{t('promotions.title')}</PageTitle>
      <Tabs label={t('promotions.title')} tabs={tabs} value={tab} onChange={setTab}>
        {promotions ? (
          <PromotionGrid phase={tab} promotions={promotions[tab]} />
        ) : error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <CardGridSkeleton />
        )}
      </Tabs>
    </>
  );
}

function PromotionGrid({ phase, promotions }: { phase: Phase; promotions: Promotion[] }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (promotions.length === 0) {
    return <EmptyState title={t(`promotions.empty.${phase}`)} text={t('promotions.empty.text')} />;
  }
  return (
    <CardGrid label={t(`promotions.tab.${phase}`)}>
      {promotions.map((promotion, index) => (
        <OfferCard
          key={promotion.id}
          to={paths.promotion.to({ id: promotion.id })}
          image={promotion.image}
          title={promotion.title}
          summary={promotion.summary}
          over={phase === 'concluded'}
          eager={index < 3}
          mark={
            phase === 'upcoming'
              ? t('starts', { when: format.relative(promotion.Start_date) })
              : phase === 'active' && t('ends', { when: format.relative(promotion.End_date) })
          }
          foot={t('span', {
            from: format.date(promotion.Start_date, 'date'),
            to: format.date(promotion.End_date, 'date'),
          })}
        />
      ))}
    </CardGrid>
  );
}
