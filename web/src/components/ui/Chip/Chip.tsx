import { useEffect, useRef, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { classes } from '../classes';
import css from './Chip.module.css';

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether the filter it stands for is on. */
  on?: boolean;
}

/** A filter that is on or off. */
export function Chip({ on = false, className, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} aria-pressed={on} className={classes(css.chip, className)} />
  );
}

/** A chip that leads somewhere; `on` marks the place one is at. */
export function ChipLink({ to, on, children }: { to: To; on?: boolean; children: ReactNode }) {
  return (
    <Link to={to} className={css.chip} aria-current={on ? 'page' : undefined}>
      {children}
    </Link>
  );
}

/** A strip of chips that scrolls sideways where it is too long; the chip of where one is stands in view. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  const shown = useRef<Element>(null);
  useEffect(() => {
    const here = strip.current?.querySelector('[aria-current]') ?? null;
    // Once for each: who has scrolled the strip by hand is not pulled back.
    if (here && here !== shown.current) bringIn(strip.current!, here);
    shown.current = here;
  });
  return (
    <div ref={strip} className={css.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Scrolls the strip alone, not the page, until the chip stands in its middle; nothing where it is in view. */
function bringIn(strip: HTMLElement, chip: Element): void {
  const place = strip.getBoundingClientRect();
  const { left, right } = chip.getBoundingClientRect();
  if (left >= place.left && right <= place.right) return;
  strip.scrollLeft += (left + right - place.left - place.right) / 2;
}

export type Tone = 'neutral' | 'accent' | 'positive' | 'negative' | 'warning';

/** A short mark of state beside something. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(css.badge, css[tone])}>{children}</span>;
}

/** A number in a dot; nothing for zero. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className={css.count} role="img" aria-label={label}>
      {count > 99 ? '99+' : count}
    </span>
  );
}
