import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { Cover, Rail, RailSkeleton, Section } from '@/components/ui';
import { usePromotions } from '../api/usePromotions';
import css from './Cards.module.css';

/** The promotions that run. Left out when there is none. */
export function PromotionCards() {
  const { t } = useTranslation('lobby');
  const { promotions, error } = usePromotions();
  const title = t('rows.promotions');
  if (error || promotions?.length === 0) return null;
  return (
    <Section title={title} allTo={paths.promotions.to()}>
      {promotions ? (
        <Rail label={title} items="wide">
          {promotions.map(({ id, title: name, summary, image }) => (
            <article key={id} className={css.card}>
              <div className={css.picture}>
                <Cover src={image} width={1280} height={720} />
              </div>
              <div className={css.words}>
                <h3 className={css.title}>
                  <Link className={css.link} to={paths.promotion.to({ id })}>
                    {name}
                  </Link>
                </h3>
                <p className={css.text}>{summary}</p>
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
