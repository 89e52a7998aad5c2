import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from '../Spinner/Spinner';
import { classes } from '../classes';
import css from './Button.module.css';

export interface ButtonLook {
  /** One primary button a view; default secondary. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** As wide as its place. */
  wide?: boolean;
  className?: string;
}

const classOf = ({ look = 'secondary', size = 'medium', wide, className }: ButtonLook) =>
  classes(css.button, css[look], size !== 'medium' && css[size], wide && css.wide, className);

export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner and refuses clicks. */
  busy?: boolean;
}

/** A button of words, with an icon where it helps. */
export function Button({ look, size, wide, busy, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={classOf({ look, size, wide, className })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look, size, wide, className, ...rest }: ButtonLook & LinkProps) {
  return <Link {...rest} className={classOf({ look, size, wide, className })} />;
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'wide'> {
  /** What the button does, for those who do not see the icon. */
  label: string;
  icon: ReactNode;
}

/** A square button of one icon. */
export function IconButton({
  label,
  icon,
  look = 'quiet',
  size,
  className,
  busy,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      disabled={rest.disabled || busy}
      className={classes(classOf({ look, size }), css.square, css.round, className)}
    >
      {busy ? <Spinner /> : icon}
    </button>
  );
}
