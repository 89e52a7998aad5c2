import { beforeEach, expect, it } from 'vitest';
import { pageTouched, watchTouch } from './touched';

beforeEach(() => pageTouched.set(false));

it.each(['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown'])(
  'a %s is a sign of use',
  (sign) => {
    watchTouch();
    expect(pageTouched.get()).toBe(false);
    document.body.dispatchEvent(new Event(sign, { bubbles: true }));
    expect(pageTouched.get()).toBe(true);
  },
);

it('scrolling the page is a sign, a row that scrolls by itself is none', () => {
  watchTouch();
  // Events of an element's own scrolling do not bubble.
  document.body.dispatchEvent(new Event('scroll'));
  expect(pageTouched.get()).toBe(false);
  window.dispatchEvent(new Event('scroll'));
  expect(pageTouched.get()).toBe(true);
});
