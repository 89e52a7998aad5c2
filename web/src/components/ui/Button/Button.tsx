import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from '../Spinner/Spinner';
import { classes } from '../classes';
import css from './Button.module.css';

export interface ButtonStyle {
  /** One primary button a view; default secondary. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** As wide as its place. */
  wide?: boolean;
  className?: string;
}

const classOf = ({ variant = 'secondary', size = 'medium', wide, className }: ButtonStyle) =>
  classes(css.button, css[variant], size !== 'medium' && css[size], wide && css.wide, className);

export interface ButtonProps extends ButtonStyle, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner and refuses clicks. */
  busy?: boolean;
}

/**
 * What a busy button has instead of `disabled`, which would take the focus away and leave who works by keyboard at
 * the page's beginning. A refused click also keeps its form from being sent.
 */
const busyProps = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

/** A button of words, with an icon where it helps. */
export function Button({ variant, size, wide, busy, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && busyProps)}
      className={classOf({ variant, size, wide, className })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export interface ButtonLinkProps extends ButtonStyle, Omit<LinkProps, 'className'> {
  ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classOf({ variant, size, wide, className })} />;
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
  variant = 'quiet',
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
      {...(busy && busyProps)}
      aria-label={label}
      className={classes(classOf({ variant, size }), css.square, css.round, className)}
    >
      {busy ? <Spinner /> : icon}
    </button>
  );
}
