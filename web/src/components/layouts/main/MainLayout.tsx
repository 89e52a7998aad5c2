import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazySection } from '@/components/ui/SectionErrors/lazySection';
import { OverlayErrors } from '@/components/ui/SectionErrors/OverlayErrors';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { BottomBar } from './BottomBar';
import { Header } from './Header';
import css from './MainLayout.module.css';

// Below the fold, and behind a button: neither is part of the first paint.
const Footer = lazySection(async () => ({ default: (await import('./Footer')).Footer }));
const MenuDrawer = lazySection(async () => ({
  default: (await import('./MenuDrawer')).MenuDrawer,
}));

export interface MainLayoutProps {
  onSearch(): void;
  /** The footer has only what the law requires. */
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
        <Suspense fallback={null}>
          <Footer short={shortFooter} />
        </Suspense>
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
