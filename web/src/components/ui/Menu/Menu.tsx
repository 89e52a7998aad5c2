import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { classes } from '../classes';
import css from './Menu.module.css';

/** What the button that opens a menu must carry. */
export interface MenuTrigger {
  'aria-expanded': boolean;
  'aria-controls': string;
  onClick(): void;
}

export interface MenuProps {
  trigger(props: MenuTrigger): ReactNode;
  /** The edge the panel keeps to. */
  align?: 'start' | 'end';
  children: ReactNode;
}

/** A panel of links that opens below a button; closes by Escape, a click elsewhere, and on navigation. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const { key } = useLocation();
  // Open at one place of the history only: whoever goes on finds the menu closed.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const place = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const away = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpenAt(undefined);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      place.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  return (
    <div ref={place} className={css.menu}>
      {trigger({
        'aria-expanded': open,
        'aria-controls': id,
        onClick: () => setOpenAt(open ? undefined : key),
      })}
      <div id={id} hidden={!open} className={classes(css.panel, align === 'start' && css.start)}>
        {children}
      </div>
    </div>
  );
}
