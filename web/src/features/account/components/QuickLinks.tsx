import {
  IconBuildingBank,
  IconCards,
  IconGift,
  IconHeart,
  IconScale,
  IconShieldLock,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isOffered } from '@/lib/bootstrap/supports';
import { paths } from '@/lib/paths/paths';
import css from './QuickLinks.module.css';

const links = [
  { key: 'security', to: paths.profileSecurity.to(), Icon: IconShieldLock },
  { key: 'banks', to: paths.profileBankAccounts.to(), Icon: IconBuildingBank },
  { key: 'bonuses', to: paths.profileBonuses.to(), Icon: IconGift },
  { key: 'games', to: paths.profileHistory.to({ kind: 'games' }), Icon: IconCards },
  { key: 'favorites', to: paths.favorites.to(), Icon: IconHeart },
  { key: 'limits', to: paths.profileLimits.to(), Icon: IconScale },
] as const;

/** Links to the most visited account pages. */
export function QuickLinks() {
  const { t } = useTranslation(['account', 'layout']);
  return (
    <ul className={css.links} aria-label={t('overview.links')}>
      {links
        .filter(({ to }) => isOffered(to))
        .map(({ key, to, Icon }) => (
          <li key={key}>
            <Link to={to} className={css.link}>
              <Icon size={24} aria-hidden="true" />
              {t(`layout:account.${key}`)}
            </Link>
          </li>
        ))}
    </ul>
  );
}
