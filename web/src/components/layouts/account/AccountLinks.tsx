import {
  IconBell,
  IconBuildingBank,
  IconCards,
  IconCircleArrowDown,
  IconCircleArrowUp,
  IconCoffee,
  IconGift,
  IconHeart,
  IconHistory,
  IconLogout,
  IconReceipt,
  IconScale,
  IconShieldLock,
  IconTicket,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { isOffered } from '@/lib/bootstrap/bootstrap';
import { breakDialog } from '@/lib/break/breakDialog';
import { useCanDeposit } from '@/lib/deposit/openDeposit';
import { paths } from '@/lib/paths/paths';
import { useSession } from '@/lib/session/useSession';
import { Unread } from './Unread';
import css from './AccountLinks.module.css';

/** The links to the account pages, and the buttons to take a break and to log out. */
export function AccountLinks() {
  const { t } = useTranslation('layout');
  const { session } = useSession();
  const canDeposit = useCanDeposit();
  return (
    <nav aria-label={t('account.label')}>
      {accountMenu.map((group) => (
        <div key={group.key} className={css.group}>
          <p className={css.title}>{t(`account.${group.key}`)}</p>
          {group.links
            .filter(({ key, to }) => isOffered(to) && (canDeposit || key !== 'deposit'))
            .map(({ key, to, Icon }) => (
              <NavLink key={key} to={to} end className={css.link}>
                <Icon size={20} aria-hidden="true" />
                <span className={css.name}>{t(`account.${key}`)}</span>
                {key === 'notifications' && <Unread />}
              </NavLink>
            ))}
        </div>
      ))}
      <div className={css.group}>
        <button type="button" className={css.link} onClick={() => breakDialog.set(true)}>
          <IconCoffee size={20} aria-hidden="true" />
          {t('account.break')}
        </button>
        <button type="button" className={css.link} onClick={() => void session.logout()}>
          <IconLogout size={20} aria-hidden="true" className="rtl-flip" />
          {t('auth.logout')}
        </button>
      </div>
    </nav>
  );
}

/** The account pages in groups. */
const accountMenu = [
  {
    key: 'money',
    links: [
      { key: 'deposit', to: paths.profileDeposit.to(), Icon: IconCircleArrowDown },
      { key: 'withdraw', to: paths.profileWithdraw.to(), Icon: IconCircleArrowUp },
      { key: 'banks', to: paths.profileBankAccounts.to(), Icon: IconBuildingBank },
      { key: 'transactions', to: paths.profileTransactions.to(), Icon: IconReceipt },
      { key: 'bonuses', to: paths.profileBonuses.to(), Icon: IconGift },
    ],
  },
  {
    key: 'history',
    links: [
      { key: 'games', to: paths.profileHistory.to({ kind: 'games' }), Icon: IconCards },
      { key: 'bets', to: paths.profileHistory.to({ kind: 'bets' }), Icon: IconHistory },
      { key: 'tickets', to: paths.tickets.to(), Icon: IconTicket },
    ],
  },
  {
    key: 'profile',
    links: [
      { key: 'overview', to: paths.profile.to(), Icon: IconUser },
      { key: 'favorites', to: paths.favorites.to(), Icon: IconHeart },
      { key: 'notifications', to: paths.notifications.to(), Icon: IconBell },
      { key: 'security', to: paths.profileSecurity.to(), Icon: IconShieldLock },
      { key: 'limits', to: paths.profileLimits.to(), Icon: IconScale },
    ],
  },
] as const;
