import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { isOffered } from '@/lib/bootstrap/bootstrap';
import { Spinner } from '../Spinner/Spinner';
import { classes } from '../classes';
import css from './Button.module.css';

export interface ButtonStyle {
  /** Default: secondary. A view has one primary button. */
  variant?: 'primary' | 'secondary' | 'subtle' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** Fills the width of its container. */
  fullWidth?: boolean;
  className?: string;
}

const classOf = ({ variant = 'secondary', size = 'medium', fullWidth, className }: ButtonStyle) =>
  classes(
    css.button,
    css[variant],
    size !== 'medium' && css[size],
    fullWidth && css.fullWidth,
    className,
  );

export interface ButtonProps extends ButtonStyle, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner and ignores clicks. */
  busy?: boolean;
}

/**
 * Properties of a busy button. They replace `disabled`, which would drop the focus and send
 * keyboard users to the top of the page. They also stop a submit button from submitting.
 */
const busyProps = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

/** A text button, optionally with an icon. */
export function Button({
  variant,
  size,
  fullWidth,
  busy,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && busyProps)}
      className={classOf({ variant, size, fullWidth, className })}
    >
      {busy && <Spinner />}
      <span className={css.content}>{children}</span>
    </button>
  );
}

export interface ButtonLinkProps extends ButtonStyle, Omit<LinkProps, 'className'> {
  ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button. Renders nothing if the platform does not support its page. */
export function ButtonLink({ variant, size, fullWidth, className, ...rest }: ButtonLinkProps) {
  if (typeof rest.to === 'string' && !isOffered(rest.to)) return null;
  return <Link {...rest} className={classOf({ variant, size, fullWidth, className })} />;
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'fullWidth'> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
}

/** A round button with an icon only. */
export function IconButton({
  label,
  icon,
  variant = 'subtle',
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
