// What the wheels of live tables share.
import { el } from '../frame/dom.js';
import { animate } from '../frame/motion.js';
import { loadPicture } from '../frame/pictures.js';

/** rotate sets the angle of a group, in degrees, and moves it afterwards. */
export const rotate = (group, degrees, then = '') =>
  group.setAttribute('transform', `rotate(${(degrees % 360).toFixed(2)}) ${then}`);

/** WheelScene is the base of the wheels: a picture and the number that was called. */
export class WheelScene {
  constructor(label, folder) {
    this.called = el('div.called', { hidden: true, 'aria-hidden': 'true' });
    this.node = el('div.wheel.center', { dir: 'ltr' }, this.called);
    this.run = null;
    this.load(label, folder);
  }

  /** load adds the picture, wheel.svg of a folder, and begins to paint. */
  async load(label, folder) {
    this.picture = await loadPicture('wheel.svg', folder);
    this.picture.setAttribute('role', 'img');
    this.picture.setAttribute('aria-label', label);
    this.node.prepend(this.picture);
    animate(() => document.hidden || this.paint(), 100);
  }

  /** part returns a group of the picture by its class. */
  part(name) {
    return this.picture.querySelector(`.${name}`);
  }

  /** open prepares the wheel for the next round. */
  open() {
    this.run = null;
    this.called.hidden = true;
  }

  call(text, look, background = '') {
    this.called.textContent = text;
    this.called.className = `called ${look}`;
    this.called.style.background = background;
    this.called.hidden = false;
  }
}
