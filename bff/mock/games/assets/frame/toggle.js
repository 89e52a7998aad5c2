// Toggle buttons with an icon.
import { iconButton, press } from './dom.js';
import { play } from './sound.js';

/** toggle makes a toggle button; changed is called with its state after each press. */
export function toggle(icon, label, { changed = () => {}, ...props } = {}) {
  const on = () => node.getAttribute('aria-pressed') === 'true';
  const set = (pressed) => press(node, pressed);
  const switchOver = () => {
    set(!on());
    changed(on());
    play('click');
  };
  const node = iconButton(icon, label, switchOver, { ...props, 'aria-pressed': 'false' });
  return { node, on, set, press: () => node.click() };
}
