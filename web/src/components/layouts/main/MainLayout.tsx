import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { BottomBar } from './BottomBar';
import { Footer } from './Footer';
import { Header } from './Header';
import { MenuDrawer } from './MenuDrawer';
import css from './MainLayout.module.css';

export interface MainLayoutProps {
  onSearch(): void;
  children: ReactNode;
}

/** The layout of most pages: header, footer, the navigation bar of phones and the menu drawer. */
export function MainLayout({ onSearch, children }: MainLayoutProps) {
  const { t } = useTranslation('layout');
  const [menu, setMenu] = useState(false);
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
        <Footer />
      </SectionErrors>
      <SectionErrors of="bar">
        <BottomBar onMenu={openMenu} />
      </SectionErrors>
      <SectionErrors of="bar">
        <MenuDrawer open={menu} onClose={closeMenu} />
      </SectionErrors>
    </>
  );
}
