// The symbols of each theme: motifs of motifs.svg in two colours.
import { boot } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { loadPicture } from '../frame/pictures.js';

/** names are the symbols, those with the highest pays first. */
export const names = 'wild scatter high1 high2 high3 high4 low1 low2 low3'.split(' ');

// A motif and its colours for each of the names.

const themes = {
  fruit:
    'star #ffd23f #ff7a3d,bell #ffc21a #f59e0b,seven #ef2b3d #ffd23f,melon #ff4d5e #2f8f3e,grapes #8e44dd #4d8b31,cherry #e11d48 #4d8b31,orange #ff9f1c #4d8b31,lemon #ffe14d #a3b81f,plum #6d4bd8 #4d8b31',
  gems: 'crown #ffd23f #e11d48,chest #b4713d #ffd23f,diamond #9be7ff #5cc4f2,hexgem #f0364f #ffb3c1,emerald #1fc36b #b7f5d0,dropgem #2f7bff #a9d0ff,trigem #b45cff #e7c6ff,squaregem #ffb224 #ffe9a8,pearl #e8e6f5 #b9b4d6',
  anatolia:
    'nazar #1d4ed8 #5cc4f2,lamp #e0313f #e5b84b,tulip #e11d48 #f9a8b8,tea #b23a0e #e5b84b,pomegranate #d0183f #ffd9a0,star8 #0f8b8d #e5b84b,kilim #c2410c #0f766e,squaregem #14b8c4 #d5fbff,kilim #3157b7 #e5b84b',
  sea: 'trident #ffd23f #5cc4f2,shell #ff9eb5 #fdf3ff,fish #ff8a2b #ffd23f,starfish #ff5d5d #ffc2a8,helm #b4713d #e5b84b,anchor #93a4b8 #dbe7f3,dropgem #1fb6d9 #c5f4ff,wave #2f7bff #a9d0ff,pearl #e8e6f5 #b9b4d6',
  space:
    'sun #ffb224 #ff5d3d,ufo #8f7bff #5cf2c4,rocket #ef3b5d #5cc4f2,planet #f08a3c #ffd9a0,astronaut #28418f #93a4b8,comet #9aa5b8 #5cc4f2,moon #e9e3c5 #b9b4d6,atom #34d3c9 #8f7bff,star #b18cff #e7c6ff',
  desert:
    'scarab #16a3a8 #ffc21a,pyramid #e0a44a #ffd97a,eye #1aa2b8 #e5b84b,sun #ffb224 #ff7a3d,urn #c8642c #ffd97a,palm #3aa655 #9a6432,cactus #3f9d52 #ff5d8f,ankh #e5b84b #ffe9a8,trigem #d9822b #ffe0b0',
  forest:
    'owl #8a5a33 #e8c79a,mushroom #e0313f #ffd9a0,fox #f07f2d #fff6ec,pine #2f9e57 #7a4f27,acorn #c8813a #8a5a24,berry #5b4bdb #4d8b31,oakleaf #e08a1e #b8501a,oakleaf #6fb23c #2f7a2f,dropgem #35b6d9 #c5f4ff',
  neon: 'bolt #ffe14d #ff3dcb,vinyl #ff3dcb #35f2ff,seven #ff2e8a #35f2ff,heart #ff3d6e #ffb3c1,cocktail #35f2ff #ff3dcb,phones #a06bff #35f2ff,tube3 #3dff9e #35f2ff,tube4 #ff9a3d #ffe14d,tube0 #35b6ff #a06bff',
  sweets:
    'lollipop #ff4d8d #ffd23f,cupcake #ff9ec7 #8ad8f2,donut #ff7ab8 #ffe066,icecream #ff9ec7 #9be8c0,candy #9b5cff #ffd23f,cookie #d9a05b #5b3a1e,jelly #ff5d5d #ffb3b3,jelly #43c76b #c5f7d3,jelly #ffb224 #ffe9a8',
  myth: 'bolt #ffd23f #fff3b0,temple #efe7d6 #e5b84b,helmet #d9a441 #d0183f,lyre #e5b84b #ffe9a8,chalice #e5b84b #b45cff,laurel #5fae4b #ffd23f,urn #c8642c #2b1313,coin #e5b84b #ffe9a8,eye #2f7bff #e5b84b',
  cards:
    'joker #9b2fd6 #1fc36b,dice #e11d48 #ffffff,crown #ffd23f #e11d48,chip #1f5fd0 #ffffff,ace #ffd23f #ffe9a8,king #c9d3e3 #ffffff,heart #ef2b3d #ffb3c1,spade #3b4a66 #93a4b8,pip #f0364f #ffb3c1',
  gold: 'pick #c3ccd8 #a06a32,dynamite #e0313f #2b1313,nugget #ffc21a #ffe9a8,cart #8a5a33 #ffc21a,lantern #ff8a2b #b0892f,horseshoe #aab4c2 #dbe7f3,ace #e0313f #ffd97a,king #3f9d52 #ffd97a,queen #2f7bff #ffd97a',
};

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

/** ribbon writes a word across the lower end of a drawing. */
const ribbon = (drawing, word, colour) => `
  <g transform="translate(9 -3) scale(.82)">${drawing}</g>
  <path d="M2 74H98L92 85 98 96H2L8 85Z" fill="${darker(colour, 0.62)}" stroke="${lighter(colour, 0.5)}" stroke-width="1.5"/>
  <text x="50" y="90.5" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="900"
    font-size="${word.length > 4 ? 15 : 18}" letter-spacing="1" fill="#fff">${word}</text>`;

const ribbons = { wild: 'WILD', scatter: 'SCATTER' };

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
  const word = ribbons[name];
  return `${gradient(`${name}-f`, first)}${gradient(`${name}-g`, second)}
    <symbol id="symbol-${name}" viewBox="-4 -4 108 108">
      ${word ? ribbon(drawing, word, first) : drawing}
    </symbol>`;
}

/** loadSymbols defines the symbols of the game's theme, or of the first theme, in the page. */
export async function loadSymbols() {
  const sheet = el('svg.inks', { 'aria-hidden': 'true' });
  document.body.prepend(sheet);
  const motifs = await loadPicture('motifs.svg', import.meta.url);
  const rows = (themes[boot.theme] ?? themes.fruit).split(',');
  sheet.innerHTML = rows.map((row, i) => symbol(names[i], row.split(' '), motifs)).join('');
}

/** picture draws a symbol. */
export const picture = (name) =>
  el(
    'svg.picture',
    { viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    el('use', { href: `#symbol-${name}` }),
  );
