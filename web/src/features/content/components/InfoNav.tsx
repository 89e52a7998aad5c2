import { IconHeadset } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, type InfoKey } from '@/lib/paths/paths';
import { infoPages } from '../model/infoPages';
import { InfoIcon } from './InfoIcon';
import css from './InfoNav.module.css';

/** The menu of the information pages: a column on wide screens, a scrolling row on phones. */
export function InfoNav({ current }: { current: InfoKey }) {
  const { t } = useTranslation('content');
  return (
    <nav className={css.nav} aria-label={t('info.label')}>
      {infoPages.map(({ key, to }) => (
        <Link
          key={key}
          to={to}
          className={css.link}
          aria-current={key === current ? 'page' : undefined}
        >
          <InfoIcon page={key} />
          {t(`info.page.${key}`)}
        </Link>
      ))}
      <Link to={paths.contact.to()} className={css.link}>
        <IconHeadset size={20} aria-hidden="true" />
        {t('contact.title')}
      </Link>
    </nav>
  );
}
