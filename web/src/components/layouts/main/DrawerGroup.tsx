import { useId, useState, type ReactNode } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { MenuItem } from '@/contracts/types';
import { SubmenuLinks } from './HeaderSubmenu';
import { useLocalText } from '@/lib/i18n/language';
import css from './DrawerGroup.module.css';

interface DrawerGroupProps {
  item: MenuItem;
  /** The link of the entry itself. */
  children: ReactNode;
}

/** An entry of the drawer's menu with children. It is open if one of them is the current page. */
export default function DrawerGroup({ item, children }: DrawerGroupProps) {
  const { t } = useTranslation('layout');
  const text = useLocalText();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(!!item.children?.some(({ path }) => path === pathname));
  const id = useId();
  return (
    <div>
      <div className={css.head}>
        {children}
        <button
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-label={t('menu.more', { name: text(item.title) })}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={20} aria-hidden="true" />
        </button>
      </div>
      <ul id={id} className={css.list} hidden={!open}>
        <SubmenuLinks item={item} className={css.link} />
      </ul>
    </div>
  );
}
