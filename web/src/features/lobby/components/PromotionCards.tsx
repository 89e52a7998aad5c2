import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { Picture } from '@/components/ui/Image/Picture';
import { Rail } from '@/components/ui/Rail/Rail';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { RailSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { usePromotions } from '@/lib/content/calls';
import { usePhases } from '@/lib/content/phase';
import { FailedRow } from './FailedRow';
import css from './Cards.module.css';

/** The running promotions, or a retry button after a failure. Renders nothing without any. */
export default function PromotionCards({ title: given }: { title?: string }) {
  const { t } = useTranslation('lobby');
  const { data, error, reload } = usePromotions();
  const published = useMemo(() => data?.filter(({ Status }) => Status === 1), [data]);
  const active = usePhases(published)?.active;
  const promotions = useMemo(
    () => active && [...active].sort((a, b) => a.order - b.order),
    [active],
  );
  const title = given ?? t('rows.promotions');
  const allTo = paths.promotions.to();
  if (promotions?.length === 0) return null;
  if (!promotions && error) return <FailedRow {...{ title, allTo, error }} onRetry={reload} />;
  return (
    <Section title={title} allTo={allTo}>
      {promotions ? (
        <Rail label={title} items="wide">
          {promotions.map((promotion) => (
            <article key={promotion.id} className={css.card}>
              <div className={css.image}>
                <Picture
                  of={promotion}
                  width={1280}
                  height={720}
                  sizes="(min-width:640px) 40vw,90vw"
                />
              </div>
              <div className={css.content}>
                <h3 className={css.title}>
                  <Link className={css.link} to={paths.promotion.to(promotion)}>
                    {promotion.title}
                  </Link>
                </h3>
                <p className={css.text}>{promotion.summary}</p>
              </div>
            </article>
          ))}
        </Rail>
      ) : (
        <RailSkeleton items="wide" count={3} />
      )}
    </Section>
  );
}
