import { useState } from 'react';
import { IconMenu2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { staffPaths } from '@/lib/paths/staff';
import { useRights } from '../api/useLogin';
import { destinations } from '../navigation';
import { AccountMenu } from './AccountMenu';
import { NavCount } from './NavCount';
import { NavLinks } from './NavLinks';
import { Preferences } from './Preferences';
import css from './PhoneBar.module.css';

/** The navigation of phones: the most used pages at the bottom, the others in a drawer. */
export function PhoneBar() {
  const { t } = useTranslation('staff');
  const { somewhere } = useRights();
  const { key } = useLocation();
  // The history entry at which the drawer was opened: navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  return (
    <nav className={css.bar} aria-label={t('nav.label')}>
      {destinations
        .filter((it) => it.onPhone && somewhere(it.least))
        .map(({ name, to, icon: Sign }) => (
          <NavLink key={name} to={to} end={to === staffPaths.brands.to()} className={css.item}>
            <Sign size={22} aria-hidden="true" />
            {t(`nav.${name}`)}
            <NavCount name={name} />
          </NavLink>
        ))}
      <button
        type="button"
        className={css.item}
        aria-haspopup="dialog"
        onClick={() => setOpenAt(key)}
      >
        <IconMenu2 size={22} aria-hidden="true" />
        {t('nav.more')}
      </button>
      <Drawer
        open={openAt === key}
        side="end"
        title={t('product')}
        onClose={() => setOpenAt(undefined)}
      >
        <div className={css.drawer}>
          <NavLinks />
          <AccountMenu />
          <Preferences />
        </div>
      </Drawer>
    </nav>
  );
}
