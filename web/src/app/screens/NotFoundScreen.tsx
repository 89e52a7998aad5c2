import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import css from './screens.module.css';

/** The screen of unknown paths (spec §2). The server has sent status 404. */
export function NotFoundScreen() {
  const { t } = useTranslation('errors');
  usePageTitle(t('notFound.title'));
  return (
    <div className={css.screen}>
      <p className={css.number} aria-hidden="true">
        {404}
      </p>
      <h1 className={css.title}>{t('notFound.title')}</h1>
      <p className={css.text}>{t('notFound.text')}</p>
      <div className={css.actions}>
        <ButtonLink variant="primary" size="large" to={paths.home.to()}>
          {t('notFound.home')}
        </ButtonLink>
        <ButtonLink size="large" to={paths.slots.to()}>
          {t('notFound.slots')}
        </ButtonLink>
      </div>
    </div>
  );
}
