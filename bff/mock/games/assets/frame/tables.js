// Tables of figures in dialogs.
import { el } from './dom.js';

/** cell makes a cell. Its text is isolated, as names and amounts may be of another script. */
export const cell = (text, { dir, ...props } = {}) => el('td', props, el('bdi', { text, dir }));

/** row makes a row of texts and of cells made before. */
export const row = (cells, props = {}) =>
  el(
    'tr',
    props,
    cells.map((c) => (typeof c === 'string' ? cell(c) : c)),
  );

/** headings makes the head of a table. */
export const headings = (names, props = {}) =>
  el(
    'thead',
    props,
    el(
      'tr',
      names.map((text) => el('th', { scope: 'col', text })),
    ),
  );

/** table makes a table of rows with the names of its columns. */
export const table = (names, rows, props = {}) =>
  el('table', props, headings(names), el('tbody', rows));
