import { IconCards, IconHome, IconMenu2, IconPlus, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { paths } from '@/lib/paths';
import { classes } from '@/components/ui/classes';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { canDeposit, openDeposit } from '@/lib/deposit/openDeposit';
import css from './BottomBar.module.css';

/** The navigation bar of phones. */
export function BottomBar({ onMenu }: { onMenu(): void }) {
  const { t } = useTranslation('layout');
  return (
    <nav className={css.bar} aria-label={t('bar.label')}>
      <NavLink className={css.item} to={paths.home.to()} end>
        <IconHome aria-hidden="true" />
        {t('bar.lobby')}
      </NavLink>
      {hasFeature('slots') && (
        <NavLink className={css.item} to={paths.slots.to()}>
          <IconCards aria-hidden="true" />
          {t('bar.slots')}
        </NavLink>
      )}
      {canDeposit() && (
        <button
          type="button"
          className={classes(css.item, css.raised)}
          onClick={() => openDeposit()}
        >
          <span>
            <IconPlus size={26} aria-hidden="true" />
          </span>
          {t('bar.deposit')}
        </button>
      )}
      {hasFeature('live') && (
        <NavLink className={css.item} to={paths.live.to()}>
          <IconUsers aria-hidden="true" />
          {t('bar.live')}
        </NavLink>
      )}
      <button type="button" className={css.item} onClick={onMenu}>
        <IconMenu2 aria-hidden="true" />
        {t('bar.menu')}
      </button>
    </nav>
  );
}
