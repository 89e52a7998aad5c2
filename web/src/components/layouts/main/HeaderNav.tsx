import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
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
  const { t } = useTranslation('layout');
  const text = useLocalText();
  const wide = useMedia(desktopQuery);
  return (
    <nav className={css.nav} aria-label={t('menu.label')}>
      {useHeaderMenu().map((item) => {
        const hasChildren = !!item.children?.length;
        const link = (
          <NavLink
            key={item.id}
            className={classes(css.link, hasChildren && css.parent)}
            {...menuTarget(item)}
          >
            {text(item.title)}
          </NavLink>
        );
        if (!hasChildren || !wide) return link;
        return (
          <Suspense key={item.id} fallback={link}>
            <HeaderSubmenu item={item}>{link}</HeaderSubmenu>
          </Suspense>
        );
      })}
    </nav>
  );
}
