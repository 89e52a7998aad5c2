// The symbols of each theme: motifs of motifs.svg in two colours, which symbols.csv lists.
import { boot } from '../frame/boot.js';
import { el, loadPicture } from '../frame/dom.js';

/** names are the symbols, the best paid first. */
export const names = Object.keys(boot.game.table).sort(
  (a, b) => boot.game.table[b][2] - boot.game.table[a][2],
);

/** mix moves a "#rrggbb" colour towards another by a share from 0 to 1. */
function mix(from, to, share) {
  const part = (colour, i) => parseInt(colour.slice(i, i + 2), 16);
  const mixed = (i) => Math.round(part(from, i) + (part(to, i) - part(from, i)) * share);
  return `#${[1, 3, 5].map((i) => mixed(i).toString(16).padStart(2, '0')).join('')}`;
}

const lighter = (colour, share) => mix(colour, '#ffffff', share);
const darker = (colour, share) => mix(colour, '#000000', share);

const gradient = (id, colour) => `
  <linearGradient id="${id}" x1="0" y1="0" x2=".35" y2="1">
    <stop offset="0" stop-color="${lighter(colour, 0.45)}"/>
    <stop offset=".5" stop-color="${colour}"/>
    <stop offset="1" stop-color="${darker(colour, 0.28)}"/>
  </linearGradient>`;

const ribbon = (colour) => `
  <path d="M2 74H98L92 85 98 96H2L8 85Z" fill="${darker(colour, 0.62)}" stroke="${lighter(colour, 0.5)}"/>
  <text x="50" y="90.5" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="900"
    font-size="18" fill="#fff">WILD</text>`;

/** symbol gives the SVG markup of a symbol: a motif in its inks, see motifs.svg. */
function symbol(name, [motif, first, second], motifs) {
  const inks = {
    f: `url(#${name}-f)`,
    g: `url(#${name}-g)`,
    d: darker(first, 0.55),
    e: darker(second, 0.5),
    l: lighter(first, 0.4),
    m: lighter(second, 0.4),
  };
  const outline = motifs.querySelector(`#${motif}`).innerHTML;
  const drawing = outline.replace(/var\(--(.)\)/g, (_, ink) => inks[ink]);
  return `${gradient(`${name}-f`, first)}${gradient(`${name}-g`, second)}
    <symbol id="symbol-${name}" viewBox="-4 -4 108 108">
      ${drawing}${name === 'wild' ? ribbon(first) : ''}
    </symbol>`;
}

/** loadSymbols defines the symbols of the game's theme, or of the first theme, in the page. */
export async function loadSymbols() {
  const sheet = el('svg.inks', { 'aria-hidden': 'true' });
  document.body.prepend(sheet);
  const motifs = await loadPicture(new URL('motifs.svg', import.meta.url));
  const list = await (await fetch(new URL('symbols.csv', import.meta.url))).text();
  const [header, ...rows] = list
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const cells = rows.find(([theme]) => theme === boot.theme) ?? rows[0];
  sheet.innerHTML = header
    .slice(1)
    .map((name, i) => symbol(name, cells[i + 1].split(' '), motifs))
    .join('');
}

/** picture draws a symbol. */
export const picture = (name) =>
  el(
    'svg.picture',
    { viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    el('use', { href: `#symbol-${name}` }),
  );
