import { useEffect, useRef, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { isOffered } from '@/lib/bootstrap/bootstrap';
import { classes } from '../classes';
import css from './Chip.module.css';

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether the filter is active. */
  selected?: boolean;
}

/** A toggle button for a filter. */
export function Chip({ selected = false, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={selected}
      className={classes(css.chip, className)}
    />
  );
}

export interface ChipLinkProps {
  to: To;
  /** Whether the link leads to the current page. */
  current?: boolean;
  children: ReactNode;
}

/** A link in the style of a chip. Renders nothing if the platform does not support its page. */
export function ChipLink({ to, current, children }: ChipLinkProps) {
  if (typeof to === 'string' && !isOffered(to)) return null;
  return (
    <Link to={to} className={css.chip} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  );
}

/** A row of chips that scrolls horizontally. It scrolls the current page's chip into view. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const revealed = useRef<Element>(null);
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]') ?? null;
    // Reveals each chip a single time, so it does not undo manual scrolling.
    if (current && current !== revealed.current) reveal(row.current!, current);
    revealed.current = current;
  });
  return (
    <div ref={row} className={css.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Scrolls the row, but not the page, to centre the chip. Does nothing if the chip is visible. */
function reveal(row: HTMLElement, chip: Element): void {
  const bounds = row.getBoundingClientRect();
  const { left, right } = chip.getBoundingClientRect();
  if (left >= bounds.left && right <= bounds.right) return;
  row.scrollLeft += (left + right - bounds.left - bounds.right) / 2;
}

export type Tone = 'neutral' | 'accent' | 'positive' | 'negative' | 'warning';

/** A short status label. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(css.badge, css[tone])}>{children}</span>;
}

/** A number in a circle. Renders nothing for zero. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className={css.count} role="img" aria-label={label}>
      {count > 99 ? '99+' : count}
    </span>
  );
}
