// What the wheels of live tables share.
import { el } from '../frame/dom.js';
import { animate } from '../frame/motion.js';

/** polar gives a point by its distance from the middle and its angle, clockwise from the top. */
export const polar = (r, degrees) => {
  const a = ((degrees - 90) * Math.PI) / 180;
  return `${(r * Math.cos(a)).toFixed(2)} ${(r * Math.sin(a)).toFixed(2)}`;
};

/** sector gives the path between two distances and two angles. */
export const sector = (inner, outer, from, to) =>
  `M${polar(inner, from)}L${polar(outer, from)}A${outer} ${outer} 0 0 1 ${polar(outer, to)}L${polar(inner, to)}A${inner} ${inner} 0 0 0 ${polar(inner, from)}Z`;

/** gradient gives the markup of a gradient; stops are colours by their offsets. */
export const gradient = (kind, props, stops) =>
  `<${kind}Gradient ${props}>${Object.entries(stops)
    .map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`)
    .join('')}</${kind}Gradient>`;

/** gold is the gradient of metal, for url(#gold). */
export const gold = gradient('linear', 'id="gold" x1="0" y1="0" x2="1" y2="1"', {
  0: '#fff0bd',
  0.45: '#c8932f',
  0.6: '#f7dc8f',
  1: '#7a5213',
});

/** drawn makes a group of SVG markup. */
export function drawn(markup, name = 'g') {
  const group = el(name);
  group.innerHTML = markup;
  return group;
}

/** rotate sets the angle of a group, in degrees, and moves it afterwards. */
export const rotate = (group, degrees, then = '') =>
  group.setAttribute('transform', `rotate(${(degrees % 360).toFixed(2)}) ${then}`);

/** WheelScene is the base of the wheels: groups in a picture, and the number that was called. */
export class WheelScene {
  constructor(viewBox, label, groups) {
    this.called = el('div.called', { hidden: true, 'aria-hidden': 'true' });
    const picture = el('svg', { viewBox, role: 'img', 'aria-label': label }, groups);
    this.node = el('div.wheel.center', { dir: 'ltr' }, picture, this.called);
    this.run = null;
    animate(() => document.hidden || this.paint(), 100);
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
