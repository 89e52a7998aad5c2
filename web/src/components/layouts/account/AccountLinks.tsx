import { IconCoffee, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { isOffered } from '@/lib/bootstrap/supports';
import { breakDialog } from '@/lib/break/breakDialog';
import { useCanDeposit } from '@/lib/deposit/openDeposit';
import { useSession } from '@/lib/session/useSession';
import { accountMenu } from './accountMenu';
import { Unread } from './Unread';
import css from './AccountLinks.module.css';

/** The links to the account pages, and the buttons that take a break and log out. */
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
