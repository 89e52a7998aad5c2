import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCards, IconHome, IconMenu2, IconPlus, IconUsers } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { OverlayErrors } from '@/components/ui/SectionErrors/OverlayErrors';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { lazySection } from '@/components/ui/SectionErrors/lazySection';
import { classes } from '@/components/ui/classes';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { paths } from '@/lib/paths/paths';
import { Footer } from './Footer';
import { Header } from './Header';
import css from './MainLayout.module.css';
import bottomBarCss from './BottomBar.module.css';

const MenuDrawer = lazySection(async () => ({
  default: (await import('./MenuDrawer')).MenuDrawer,
}));

interface MainLayoutProps {
  onSearch(): void;
  /** The footer has only the parts that the law requires. */
  shortFooter?: boolean;
  children: ReactNode;
}

/** The layout of most pages: header, footer, the navigation bar of phones and the menu drawer. */
export function MainLayout({ onSearch, shortFooter = false, children }: MainLayoutProps) {
  const { t } = useTranslation('layout');
  /** Undefined until the menu is opened for the first time. */
  const [menu, setMenu] = useState<boolean>();
  const closeMenu = useCallback(() => setMenu(false), []);
  const openMenu = () => setMenu(true);
  return (
    <>
      <a className={css.skip} href="#main">
        {t('skip')}
      </a>
      <SectionErrors of="bar">
        <Header onMenu={openMenu} onSearch={onSearch} />
      </SectionErrors>
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <SectionErrors of="bar">
        <Footer short={shortFooter} />
      </SectionErrors>
      <SectionErrors of="bar">
        <BottomBar onMenu={openMenu} />
      </SectionErrors>
      {menu !== undefined && (
        <OverlayErrors onClose={() => setMenu(undefined)} onRetry={openMenu}>
          <Suspense fallback={null}>
            <MenuDrawer open={menu} onClose={closeMenu} />
          </Suspense>
        </OverlayErrors>
      )}
    </>
  );
}

/** The navigation bar of phones. */
function BottomBar({ onMenu }: { onMenu(): void }) {
  const shows = { slots: hasFeature('slots'), live: hasFeature('live'), deposit: useCanDeposit() };
  return (
    <BottomBarView
      onMenu={onMenu}
      onDeposit={() => openDeposit()}
      only={(entry, item) => shows[entry] && item}
    />
  );
}

interface BottomBarViewProps {
  onMenu(): void;
  onDeposit(): void;
  /** Returns an optional entry if the brand has it, or nothing. */
  only(entry: 'slots' | 'live' | 'deposit', item: ReactNode): ReactNode;
}

/** The navigation bar without the parts that depend on the brand. */
export function BottomBarView({ onMenu, onDeposit, only }: BottomBarViewProps) {
  const { t } = useTranslation('layout');
  return (
    <nav className={bottomBarCss.bar} aria-label={t('bar.label')}>
      <NavLink className={bottomBarCss.item} to={paths.home.to()} end>
        <IconHome aria-hidden="true" />
        {t('bar.lobby')}
      </NavLink>
      {only(
        'slots',
        <NavLink className={bottomBarCss.item} to={paths.slots.to()}>
          <IconCards aria-hidden="true" />
          {t('bar.slots')}
        </NavLink>,
      )}
      {only(
        'deposit',
        <button
          type="button"
          className={classes(bottomBarCss.item, bottomBarCss.raised)}
          onClick={onDeposit}
        >
          <span>
            <IconPlus size={26} aria-hidden="true" />
          </span>
          {t('bar.deposit')}
        </button>,
      )}
      {only(
        'live',
        <NavLink className={bottomBarCss.item} to={paths.live.to()}>
          <IconUsers aria-hidden="true" />
          {t('bar.live')}
        </NavLink>,
      )}
      <button type="button" className={bottomBarCss.item} onClick={onMenu}>
        <IconMenu2 aria-hidden="true" />
        {t('menu.title')}
      </button>
    </nav>
  );
}
