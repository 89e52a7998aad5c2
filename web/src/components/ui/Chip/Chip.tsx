import type { ButtonHTMLAttributes, ReactNode } from 'react';
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

/** A strip of chips that scrolls sideways where it is too long. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
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
