import { useTranslation } from 'react-i18next';
import { AccountMenu } from './AccountMenu';
import { Mark } from './Mark';
import { NavLinks } from './NavLinks';
import css from './SideRail.module.css';

/** The navigation of large screens. */
export function SideRail() {
  const { t } = useTranslation('staff');
  return (
    <div className={css.rail}>
      <p className={css.product}>
        <Mark />
        {t('product')}
      </p>
      <nav aria-label={t('nav.label')} className={css.nav}>
        <NavLinks />
      </nav>
      <AccountMenu />
    </div>
  );
}
