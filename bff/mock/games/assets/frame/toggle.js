// A switch that stays pressed.
import { iconButton } from './dom.js';
import { play } from './sound.js';

/** toggle makes one of an icon; changed hears how it stands after each press. */
export function toggle(icon, label, { changed = () => {}, ...props } = {}) {
  const node = iconButton(
    icon,
    label,
    () => {
      set(!on());
      changed(on());
      play('click');
    },
    { ...props, 'aria-pressed': 'false' },
  );
  const on = () => node.getAttribute('aria-pressed') === 'true';
  const set = (pressed) => node.setAttribute('aria-pressed', String(pressed));
  return { node, on, set, press: () => node.click() };
}
