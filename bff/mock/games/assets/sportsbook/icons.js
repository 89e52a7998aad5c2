// The book's own outlines, in the family of the frame's.
import { el } from '../frame/dom.js';

const outlines = {
  football:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 8l4 3-1.5 4.5h-5L8 11ZM12 8V3.2M16 11l4.6-1.4M14.5 15.5l2.8 3.8M9.5 15.5l-2.8 3.8M8 11 3.4 9.6',
  basketball:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18M3 12h18M5.6 5.6c4 3.6 4 9.2 0 12.8M18.4 5.6c-4 3.6-4 9.2 0 12.8',
  tennis: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM4.5 7c4.6 1 4.6 9 0 10M19.5 7c-4.6 1-4.6 9 0 10',
  volleyball:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 12V3M12 12l-7.8 4.5M12 12l7.8 4.5M7.5 4.5c0 5-.5 7-4.4 8.7M20.7 9c-4.2-2.4-6.2-3-8.7-2M9 20.5c4.2-2.5 5.7-4 6-7',
  hockey: 'M7 3l6 13h7M17 3l-6 13H4M4 16v4h7l2-4M20 16v4h-7',
  tabletennis: 'M5 14a7 7 0 1 1 10 1l-3 3-4-1-3 4-2-2 4-3ZM19 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15.5 15.5 20 20',
  ticket: 'M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4ZM14 7v10',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6Z',
};

/** mark draws one of the book's signs; it says nothing to a screen reader. */
export function mark(name) {
  return el(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    el('path', { d: outlines[name] }),
  );
}
