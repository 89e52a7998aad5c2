// Elements of all pages of the mock: the games' and the developer's. Nothing here knows a game.
import { loadPicture } from './pictures.js';

const svgTags = new Set(['svg', 'use', 'path', 'polyline', 'g', 'circle', 'rect']);
const shown = (child) => child !== null && child !== undefined && child !== false;

/**
 * el makes an element. kind is its tag with its classes: "li.tip.moved". Properties, which may
 * be left out, are attributes; class adds classes, those named on… are listeners, text is the
 * element's text, style an object of CSS properties, and false omits an attribute. Children may
 * be lists; null, undefined and false are skipped.
 */
export function el(kind, props, ...children) {
  const [tag, ...classes] = kind.split('.');
  if (props !== undefined && props?.constructor !== Object) {
    children.unshift(props);
    props = undefined;
  }
  const node = svgTags.has(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  if (tag === 'button' && !props?.type) node.type = 'button';
  if (props?.class) classes.push(props.class);
  if (classes.length) node.setAttribute('class', classes.join(' '));
  for (const [name, value] of Object.entries(props ?? {})) {
    if (!shown(value) || name === 'class') continue;
    if (name === 'text') node.textContent = value;
    else if (name === 'style')
      for (const of of Object.entries(value)) node.style.setProperty(...of);
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(shown));
  return node;
}

/** fill replaces the children of an element. */
export const fill = (node, ...children) =>
  node.replaceChildren(...children.flat(Infinity).filter(shown));

const states = new WeakMap();

/**
 * rebuild replaces an element's children with those that make gives, if state has changed since
 * the last time. The child at the same place keeps the focus.
 */
export function rebuild(node, state, make) {
  const key = JSON.stringify(state);
  if (states.get(node) === key) return;
  states.set(node, key);
  const focused = [...node.children].indexOf(document.activeElement);
  fill(node, make());
  node.children[focused]?.focus();
}

/** write sets a text only where it differs, for texts that are written many times a second. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** mark adds and removes classes: {name: whether}. */
export function mark(node, classes) {
  for (const [name, on] of Object.entries(classes)) node.classList.toggle(name, Boolean(on));
}

/** press sets whether a toggle button is pressed. */
export const press = (node, pressed) => node.setAttribute('aria-pressed', String(pressed));

/** option makes a toggle button, one of a group. */
export const option = (pressed, onclick, ...children) =>
  el('button', { 'aria-pressed': String(pressed), onclick }, children);

let icons;

/** icon draws an outline of icons.svg, which the first one loads; it is hidden from screen readers. */
export function icon(name) {
  icons ??= loadPicture('icons.svg', import.meta.url).then((svg) => document.body.append(svg));
  const outline = el('use', { href: `#icon-${name}` });
  return el('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, outline);
}

/** iconButton makes a button of an icon, with its name as label and tooltip. */
export const iconButton = (name, label, onclick, props = {}) =>
  el('button', { class: 'tool', 'aria-label': label, title: label, onclick, ...props }, icon(name));

/** facts makes a list of names and values. */
export const facts = (rows, props = {}) =>
  el(
    'dl',
    props,
    rows.map(([name, value]) => el('div', el('dt', name), el('dd', el('bdi', value)))),
  );
