import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';
import { logOut } from '../api/login';
import { useMe } from '../api/useLogin';
import css from './NavLinks.module.css';

/** One's own account and the way out. */
export function AccountMenu() {
  const { t } = useTranslation('staff');
  const { name } = useMe();
  return (
    <ul aria-label={t('menu.label')}>
      <li>
        <NavLink to={staffPaths.account.to()} className={css.link}>
          <IconUserCircle size={18} aria-hidden="true" />
          {name}
        </NavLink>
      </li>
      <li>
        <button
          type="button"
          className={css.link}
          onClick={() => void logOut().catch(() => undefined)}
        >
          <IconLogout size={18} aria-hidden="true" />
          {t('menu.logOut')}
        </button>
      </li>
    </ul>
  );
}
