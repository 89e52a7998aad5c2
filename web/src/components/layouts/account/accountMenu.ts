import {
  IconCircleArrowDown,
  IconCircleArrowUp,
  IconBell,
  IconBuildingBank,
  IconCards,
  IconGift,
  IconHeart,
  IconHistory,
  IconReceipt,
  IconScale,
  IconShieldLock,
  IconTicket,
  IconUser,
} from '@tabler/icons-react';
import { paths } from '@/lib/paths/paths';

/** The account pages in groups. */
export const accountMenu = [
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
