import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import type { MenuItem } from '@/contracts/types';
import { useLanguage, useLocalText } from '@/lib/i18n/language';
import { menuTarget } from '../model/menuTarget';
import css from './HeaderSubmenu.module.css';

/** The time that the pointer stays on or off an entry before its submenu opens or closes. */
const hoverMs = { open: 90, close: 220 };

interface HeaderSubmenuProps {
  item: MenuItem;
  /** The entry's own link. Without it the submenu lists the entries that do not fit. */
  children?: ReactNode;
}

/**
 * An entry of the header's menu with a submenu. The button next to the link, the pointer and the
 * arrow key open it. Escape, leaving it and navigation close it.
 */
export default function HeaderSubmenu({ item, children }: HeaderSubmenuProps) {
  const { t } = useTranslation('layout');
  const text = useLocalText();
  const { direction } = useLanguage();
  const { key } = useLocation();
  // The history entry at which the submenu was opened. So navigation closes it without an effect.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const [start, setStart] = useState(0);
  const root = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = () => {
    clearTimeout(timer.current);
    const entry = root.current?.getBoundingClientRect();
    // The panel is positioned in the header, because the menu clips its overflow.
    const header = root.current?.closest('header')?.getBoundingClientRect();
    if (!entry || !header) return;
    setStart(direction === 'rtl' ? header.right - entry.right : entry.left - header.left);
    setOpenAt(key);
  };
  // Cancels an opening by the pointer.
  const close = () => {
    clearTimeout(timer.current);
    setOpenAt(undefined);
  };
  const handlePointer = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    const enters = event.type === 'pointerenter';
    clearTimeout(timer.current);
    timer.current = window.setTimeout(enters ? show : close, enters ? hoverMs.open : hoverMs.close);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      close();
      root.current?.querySelector('button')?.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (!open) show();
    const links = [...(root.current?.querySelectorAll<HTMLElement>('li a') ?? [])];
    const current = links.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const next = links[(Math.max(current, step > 0 ? -1 : 0) + step + links.length) % links.length];
    // The panel appears in the next frame.
    requestAnimationFrame(() => next?.focus());
  };

  return (
    // The handlers add to the link and the button, which work without them.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={root}
      className={css.entry}
      onPointerEnter={handlePointer}
      onPointerLeave={handlePointer}
      onKeyDown={handleKeyDown}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) close();
      }}
    >
      {children}
      <button
        type="button"
        className={children ? css.toggle : css.more}
        aria-expanded={open}
        aria-controls={id}
        aria-label={children ? t('menu.more', { name: text(item.title) }) : t('menu.rest')}
        onClick={() => (open ? close() : show())}
      >
        {children ? <IconChevronDown size={16} aria-hidden="true" /> : '⋯'}
      </button>
      <ul id={id} className={css.panel} hidden={!open} style={{ insetInlineStart: start }}>
        <SubmenuLinks item={item} className={css.link} />
      </ul>
    </span>
  );
}

/** The links of a submenu as items of a list. */
export function SubmenuLinks({ item, className }: { item: MenuItem; className?: string }) {
  const text = useLocalText();
  return item.children?.map((child) => (
    <li key={child.id}>
      <NavLink className={className} {...menuTarget(child)}>
        {text(child.title)}
      </NavLink>
    </li>
  ));
}
