import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { classes } from '../classes';
import css from './Menu.module.css';

/** Properties of the button that opens a menu. */
export interface MenuTrigger {
  'aria-expanded': boolean;
  'aria-controls': string;
  onClick(): void;
}

export interface MenuProps {
  trigger(props: MenuTrigger): ReactNode;
  /** The edge of the button that the panel aligns with. */
  align?: 'start' | 'end';
  children: ReactNode;
}

/** A panel of links below a button. Escape, its buttons, leaving it and navigation close it. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const { key } = useLocation();
  // The history entry at which the menu was opened. So navigation closes it without an effect.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpenAt(undefined);
    };
    const leave = () => {
      setOpenAt(undefined);
      root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    // A dialog of a button returns the focus to the trigger, because the button is hidden then.
    const closeOnButton = (event: Event) => {
      const button = (event.target as Element).closest('button:not([aria-expanded])');
      if (button && root.current?.contains(button)) leave();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('click', closeOnButton);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('click', closeOnButton);
    };
  }, [open]);

  return (
    <div ref={root} className={css.menu}>
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
