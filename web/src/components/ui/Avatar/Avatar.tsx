import { classes } from '../classes';
import css from './Avatar.module.css';

export interface AvatarProps {
  firstname?: string | null;
  lastname?: string | null;
  username: string;
  size?: 'medium' | 'large';
}

/** A player's initials from the full name or the user name. Decorative, next to the name. */
export function Avatar({ firstname, lastname, username, size }: AvatarProps) {
  const initials = [firstname, lastname].map((name) => [...(name ?? '')][0]).join('');
  return (
    <span className={classes(css.avatar, size === 'large' && css.large)} aria-hidden="true">
      {initials || [...username].slice(0, 2).join('')}
    </span>
  );
}
