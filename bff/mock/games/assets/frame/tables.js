// Tables of figures, as dialogs show them.
import { el } from './dom.js';

/** cell makes a field. Its text is isolated, as names and sums may be of another script. */
export const cell = (text, { dir, ...props } = {}) => el('td', props, el('bdi', { text, dir }));

/** row makes a line of texts and of cells made before. */
export const row = (cells, props = {}) =>
  el('tr', props, ...cells.map((c) => (typeof c === 'string' ? cell(c) : c)));

/** headings makes the line that names the columns. */
export const headings = (names, props = {}) =>
  el('thead', props, el('tr', {}, ...names.map((text) => el('th', { scope: 'col', text }))));

/** table makes a table of rows under the names of their columns. */
export const table = (names, rows, props = {}) =>
  el('table', props, headings(names), el('tbody', {}, ...rows));
