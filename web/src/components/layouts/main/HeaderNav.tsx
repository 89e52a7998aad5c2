import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, type NavLinkProps } from 'react-router';
import { classes } from '@/components/ui/classes';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';
import { desktopQuery, useMedia } from '@/lib/media';
import { useHeaderMenu } from '@/lib/staticFiles/useStaticFile';
import { menuTarget } from '../model/menuTarget';
import { useLocalText } from './useLocalText';
import css from './Header.module.css';

const HeaderSubmenu = lazy(() => loadWhenIdle(() => import('./HeaderSubmenu')));

/** The menu of wide headers; entries with children open a submenu. */
export function HeaderNav() {
  const text = useLocalText();
  const wide = useMedia(desktopQuery);
  return (
    <HeaderNavView>
      {useHeaderMenu().map((item) => {
        const hasChildren = !!item.children?.length;
        const link = (
          <HeaderLink key={item.id} parent={hasChildren} {...menuTarget(item)}>
            {text(item.title)}
          </HeaderLink>
        );
        if (!hasChildren || !wide) return link;
        return (
          <Suspense key={item.id} fallback={link}>
            <HeaderSubmenu item={item}>{link}</HeaderSubmenu>
          </Suspense>
        );
      })}
    </HeaderNavView>
  );
}

/** The menu around its links. */
export function HeaderNavView({ children }: { children: ReactNode }) {
  const { t } = useTranslation('layout');
  return (
    <nav className={css.nav} aria-label={t('menu.label')}>
      {children}
    </nav>
  );
}

export interface HeaderLinkProps extends Omit<NavLinkProps, 'className'> {
  /** Leaves space for the button that opens the submenu. */
  parent: boolean;
}

/** An entry of the menu. */
export const HeaderLink = ({ parent, ...rest }: HeaderLinkProps) => (
  <NavLink {...rest} className={classes(css.link, parent && css.parent)} />
);
