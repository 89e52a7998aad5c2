import type { ReactNode } from 'react';
import { IconCards, IconHome, IconMenu2, IconPlus, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { classes } from '@/components/ui/classes';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import css from './BottomBar.module.css';

/** The navigation bar of phones. */
export function BottomBar({ onMenu }: { onMenu(): void }) {
  const shows = { slots: hasFeature('slots'), live: hasFeature('live'), deposit: useCanDeposit() };
  return (
    <BottomBarView
      onMenu={onMenu}
      onDeposit={() => openDeposit()}
      only={(entry, item) => shows[entry] && item}
    />
  );
}

export interface BottomBarViewProps {
  onMenu(): void;
  onDeposit(): void;
  /** Returns an entry that not every brand has, or nothing. */
  only(entry: 'slots' | 'live' | 'deposit', item: ReactNode): ReactNode;
}

/** The navigation bar without what depends on the brand. */
export function BottomBarView({ onMenu, onDeposit, only }: BottomBarViewProps) {
  const { t } = useTranslation('layout');
  return (
    <nav className={css.bar} aria-label={t('bar.label')}>
      <NavLink className={css.item} to={paths.home.to()} end>
        <IconHome aria-hidden="true" />
        {t('bar.lobby')}
      </NavLink>
      {only(
        'slots',
        <NavLink className={css.item} to={paths.slots.to()}>
          <IconCards aria-hidden="true" />
          {t('bar.slots')}
        </NavLink>,
      )}
      {only(
        'deposit',
        <button type="button" className={classes(css.item, css.raised)} onClick={onDeposit}>
          <span>
            <IconPlus size={26} aria-hidden="true" />
          </span>
          {t('bar.deposit')}
        </button>,
      )}
      {only(
        'live',
        <NavLink className={css.item} to={paths.live.to()}>
          <IconUsers aria-hidden="true" />
          {t('bar.live')}
        </NavLink>,
      )}
      <button type="button" className={css.item} onClick={onMenu}>
        <IconMenu2 aria-hidden="true" />
        {t('menu.title')}
      </button>
    </nav>
  );
}
