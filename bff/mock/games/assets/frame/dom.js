// Small helpers to build the page; nothing here knows a game.

const svgNames = new Set(['svg', 'use', 'path', 'polyline', 'g', 'circle', 'rect']);

/**
 * el makes an element. Props named on… are listeners, "text" is its text, true and false
 * set or leave out an attribute; everything else is an attribute.
 */
export function el(tag, props = {}, ...children) {
  const node = svgNames.has(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'text') node.textContent = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** write changes a text only where it is another, for what is written many times a second. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Outlines in a 24 × 24 box, one family: 1.75 strokes, round ends.
const outlines = {
  back: 'M15 6 9 12l6 6',
  info: 'M12 8h.01M11 12h1v4h1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  soundOn:
    'M6 15H4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l4-4v14l-4-4ZM15 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  soundOff: 'M6 15H4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l4-4v14l-4-4ZM16 10l4 4M20 10l-4 4',
  turbo: 'M13 3v7h6l-8 11v-7H5l8-11',
  auto: 'M4 12V9a3 3 0 0 1 3-3h13M17 3l3 3-3 3M20 12v3a3 3 0 0 1-3 3H4M7 21l-3-3 3-3',
  spin: 'M19.5 13.5A7.6 7.6 0 1 1 17.8 7L20 9.2M20 4v5.2h-5.2',
  stop: 'M7 7h10v10H7Z',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  close: 'M7 7l10 10M17 7 7 17',
  board: 'M4 4h16v16H4ZM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16',
  hand: 'M8 13V6.5a1.5 1.5 0 0 1 3 0V11M11 10.5v-6a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8.5a6 6 0 0 1-6 6c-2.7 0-4-1-5.3-3.2L3.6 13.8a1.5 1.5 0 0 1 2.5-1.6L8 14.5',
  undo: 'M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3',
};

/** icon draws one of the page's icons; it says nothing to a screen reader. */
export function icon(name) {
  return el(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    el('path', { d: outlines[name] }),
  );
}

/** iconButton makes a button of an icon alone, with its name for those who cannot see it. */
export function iconButton(name, label, onclick, props = {}) {
  return el(
    'button',
    { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick, ...props },
    icon(name),
  );
}
