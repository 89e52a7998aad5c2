import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { classes } from '@/components/ui/classes';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';
import { desktopQuery, useMedia } from '@/lib/media';
import { useHeaderMenu } from '@/lib/staticFiles/useStaticFile';
import { menuTarget } from '../model/menuTarget';
import { useLocalText } from '@/lib/i18n/language';
import css from './Header.module.css';

const HeaderSubmenu = lazy(() => loadWhenIdle(() => import('./HeaderSubmenu')));

/**
 * The menu of wide headers. Entries with children open a submenu. The last button lists the entries
 * that do not fit into the line.
 */
export function HeaderNav() {
  const { t } = useTranslation('layout');
  const text = useLocalText();
  const wide = useMedia(desktopQuery);
  const menu = useHeaderMenu();
  const nav = useRef<HTMLElement>(null);
  const fitting = useFitting(nav);
  const rest = menu.slice(fitting).flatMap((menuItem) => [menuItem, ...(menuItem.children ?? [])]);
  const entries = menu.map((item) => {
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
  });
  if (rest.length > 0)
    entries.splice(
      fitting,
      0,
      <span key="rest" className={css.rest}>
        <Suspense fallback={null}>
          <HeaderSubmenu item={{ id: 'rest', title: {}, children: rest }} />
        </Suspense>
      </span>,
    );
  return (
    <nav ref={nav} className={css.nav} aria-label={t('menu.label')}>
      {entries}
    </nav>
  );
}

/** Returns the number of entries in the first line of the menu. The others wrap. */
function useFitting(nav: RefObject<HTMLElement | null>): number {
  const [fitting, setFitting] = useState(Infinity);
  useEffect(() => {
    const element = nav.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const entries = [...element.children].filter((child) => child.className !== css.rest);
      const tops = entries.map((entry) => entry.getBoundingClientRect().top);
      setFitting(tops.filter((top) => top === tops[0]).length);
    });
    [element, ...element.children].forEach((item) => observer.observe(item));
    return () => observer.disconnect();
  });
  return fitting;
}
