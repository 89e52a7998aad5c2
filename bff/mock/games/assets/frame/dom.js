// Elements of all pages of the mock: the games' and the developer's. Nothing here knows a game.

const svgTags = new Set(['svg', 'use', 'path', 'polyline', 'g', 'circle', 'text']);
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
      for (const rule of Object.entries(value)) node.style.setProperty(...rule);
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
 * the last time. The button at the same place keeps the focus.
 */
export function rebuild(node, state, make) {
  const key = JSON.stringify(state);
  if (states.get(node) === key) return;
  states.set(node, key);
  const focused = [...node.querySelectorAll('button')].indexOf(document.activeElement);
  fill(node, make());
  node.querySelectorAll('button')[focused]?.focus();
}

/** write sets a text only where it differs, for texts that are written many times a second. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** press sets whether a toggle button is pressed. */
export const press = (node, pressed) => node.setAttribute('aria-pressed', String(pressed));

const outlines = {
  info: 'M12 8h.01M11 12h1v4h1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  history: 'M12 7v5l3 2M4 12a8 8 0 1 0 2.6-5.9L4 8M4 4v4h4',
  spin: 'M19.5 13.5A7.6 7.6 0 1 1 17.8 7L20 9.2M20 4v5.2h-5.2',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  close: 'M7 7l10 10M17 7 7 17',
};

/** iconButton makes a button of an icon, with its name as label and tooltip. */
export const iconButton = (name, label, onclick, props = {}) =>
  el(
    'button',
    { class: 'tool', 'aria-label': label, title: label, onclick, ...props },
    el(
      'svg.icon',
      { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      el('path', { d: outlines[name] }),
    ),
  );

/** loadPicture fetches an SVG file and returns its root element. */
export async function loadPicture(address) {
  const source = await (await fetch(address)).text();
  const { documentElement } = new DOMParser().parseFromString(source, 'image/svg+xml');
  return document.importNode(documentElement, true);
}
