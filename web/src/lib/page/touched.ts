import { createStore } from '../store/store';

/** The first of these shows that somebody uses the page; scrolling counts however it was started. */
const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'scroll'] as const;

/** Whether somebody has touched, scrolled or pointed at the page since it was opened. */
export const pageTouched = createStore(false);

/** Watches for the first sign of use. */
export function watchTouch(): void {
  // Not while capturing: a row that scrolls by itself is no sign.
  const options = { passive: true };
  const touched = () => {
    for (const sign of signs) removeEventListener(sign, touched);
    pageTouched.set(true);
  };
  for (const sign of signs) addEventListener(sign, touched, options);
}
