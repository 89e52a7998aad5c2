// Sky, neon city, sweets, card room. How motifs are drawn stands in shapes.js.
import { shine, edge, ball, burst, letter } from './ink.js';

/** town are motifs by name. */
export const town = {
  // Sky
  planet: (k) =>
    `${ball(50, 50, 29, k.f, k.d)}<path d="M24 44C40 50 60 50 76 42M23 58C40 64 62 63 77 56" fill="none" stroke="${k.l}" stroke-width="4" opacity=".7"/>` +
    `<path d="M26 62C8 74 2 80 6 84 14 90 48 72 72 48 92 28 98 18 92 15 88 13 80 18 72 26" fill="none" stroke="${k.m}" stroke-width="6" stroke-linecap="round"/>`,
  rocket: (k) =>
    `<path d="M40 78C40 90 46 94 50 98 54 94 60 90 60 78Z" fill="#ffb224"/><path d="M30 54 14 72 16 84 34 74ZM70 54 86 72 84 84 66 74Z" fill="${k.g}" ${edge(k.e)}/>` +
    `<path d="M50 2C68 20 72 50 64 80H36C28 50 32 20 50 2Z" fill="#f4f6fb" ${edge('#9aa5b8')}/><path d="M50 2C58 10 62 18 65 28H35C38 18 42 10 50 2Z" fill="${k.f}" ${edge(k.d)}/>${ball(50, 46, 10, k.g, k.e)}`,
  star: (k) =>
    `<polygon points="${burst(5, 46, 21)}" fill="${k.f}" stroke="${k.d}" stroke-width="5" stroke-linejoin="round"/>` +
    shine('M50 12 58 34 50 40 40 36Z'),
  moon: (k) =>
    `<path d="M62 6C36 8 14 28 14 54 14 80 38 96 62 92 72 90 82 84 86 76 60 80 44 66 44 46 44 28 52 14 62 6Z" fill="${k.f}" ${edge(k.d)}/><circle cx="28" cy="52" r="6" fill="${k.d}" opacity=".35"/><circle cx="40" cy="74" r="5" fill="${k.d}" opacity=".35"/>`,
  comet: (k) =>
    `<path d="M96 6 46 40 60 54ZM92 36 52 58 62 66ZM64 6 36 44 46 50Z" fill="${k.g}" opacity=".85"/>${ball(36, 62, 28, k.f, k.d)}<circle cx="30" cy="70" r="6" fill="${k.d}" opacity=".4"/><circle cx="48" cy="60" r="4" fill="${k.d}" opacity=".4"/>`,
  astronaut: (k) =>
    `<circle cx="50" cy="48" r="42" fill="#f4f6fb" ${edge('#9aa5b8')}/><rect x="20" y="28" width="60" height="42" rx="20" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M28 44C30 36 38 33 50 33 42 38 36 44 34 54Z') +
    `<rect x="26" y="82" width="48" height="14" rx="6" fill="${k.g}" ${edge(k.e)}/>`,
  ufo: (k) =>
    `<path d="M36 70 22 98H78L64 70Z" fill="${k.m}" opacity=".45"/><path d="M28 46A22 26 0 0 1 72 46Z" fill="${k.g}" opacity=".9" ${edge(k.e)}/><ellipse cx="50" cy="56" rx="46" ry="17" fill="${k.f}" ${edge(k.d)}/>` +
    [18, 39, 61, 82].map((x) => `<circle cx="${x}" cy="57" r="5" fill="#fff3b0"/>`).join(''),
  atom: (k) =>
    [0, 60, 120]
      .map(
        (a) =>
          `<ellipse cx="50" cy="50" rx="45" ry="17" transform="rotate(${a} 50 50)" fill="none" stroke="${k.l}" stroke-width="5"/>`,
      )
      .join('') + ball(50, 50, 12, k.f, k.d),

  // Neon city
  bolt: (k) =>
    `<path d="M58 2 14 56H44L36 98 86 40H54Z" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M52 16 26 50H36Z'),
  vinyl: (k) =>
    `<circle cx="50" cy="50" r="45" fill="#12101d" stroke="${k.l}" stroke-width="4"/><circle cx="50" cy="50" r="34" fill="none" stroke="#3a3550" stroke-width="2"/><circle cx="50" cy="50" r="27" fill="none" stroke="#3a3550" stroke-width="2"/><circle cx="50" cy="50" r="18" fill="${k.f}"/><circle cx="50" cy="50" r="4" fill="#12101d"/>` +
    shine('M50 6A44 44 0 0 1 82 20L62 40Z'),
  cocktail: (k) =>
    `<path d="M50 56V88M30 92H70" stroke="${k.m}" stroke-width="6" stroke-linecap="round"/><path d="M10 14H90L50 58Z" fill="${k.f}" opacity=".9" ${edge(k.m)}/><path d="M62 34 82 4" stroke="#fff" stroke-width="4"/>${ball(66, 24, 9, k.g, k.e)}`,
  heart: (k) =>
    `<path d="M50 92C20 68 6 50 6 32 6 8 38 4 50 26 62 4 94 8 94 32 94 50 80 68 50 92Z" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M18 32C18 20 28 16 36 20 28 24 24 32 26 44 20 42 18 38 18 32Z'),
  phones: (k) =>
    `<path d="M16 62V50A34 34 0 0 1 84 50V62" fill="none" stroke="${k.l}" stroke-width="9"/><rect x="6" y="52" width="22" height="38" rx="10" fill="${k.f}" ${edge(k.d)}/><rect x="72" y="52" width="22" height="38" rx="10" fill="${k.f}" ${edge(k.d)}/>`,
  tube3: (k) =>
    `<path d="M50 12 92 84H8Z" fill="none" stroke="${k.d}" stroke-width="16" stroke-linejoin="round"/><path d="M50 12 92 84H8Z" fill="none" stroke="${k.l}" stroke-width="8" stroke-linejoin="round"/>`,
  tube4: (k) =>
    `<rect x="14" y="14" width="72" height="72" rx="10" fill="none" stroke="${k.d}" stroke-width="16"/><rect x="14" y="14" width="72" height="72" rx="10" fill="none" stroke="${k.l}" stroke-width="8"/>`,
  tube0: (k) =>
    `<circle cx="50" cy="50" r="37" fill="none" stroke="${k.d}" stroke-width="16"/><circle cx="50" cy="50" r="37" fill="none" stroke="${k.l}" stroke-width="8"/>`,

  // Sweets
  donut: (k) =>
    `<circle cx="50" cy="52" r="42" fill="#d9a05b" ${edge('#8a5a24')}/><path d="M50 12C76 12 90 32 88 54 80 50 78 64 70 62 62 60 60 76 50 74 40 72 40 62 30 64 20 66 22 54 12 54 10 32 24 12 50 12Z" fill="${k.f}"/><circle cx="50" cy="48" r="13" fill="#6b4226"/>` +
    [
      [30, 34, '#fff'],
      [44, 24, '#ffe066'],
      [64, 28, '#7bdff2'],
      [74, 44, '#fff'],
      [28, 50, '#7bdff2'],
      [66, 56, '#ffe066'],
    ]
      .map(
        ([x, y, c]) =>
          `<rect x="${x}" y="${y}" width="9" height="4" rx="2" fill="${c}" transform="rotate(${x} ${x} ${y})"/>`,
      )
      .join(''),
  candy: (k) =>
    `<path d="M30 50 6 28C12 44 12 56 6 72ZM70 50 94 28C88 44 88 56 94 72Z" fill="${k.g}" ${edge(k.e)}/>${ball(50, 50, 28, k.f, k.d)}<path d="M36 30C50 42 50 58 40 76M56 24C70 40 68 60 58 76" fill="none" stroke="#fff" stroke-width="6" opacity=".7"/>`,
  icecream: (k) =>
    `<path d="M24 48H76L50 98Z" fill="#e0a458" ${edge('#8a5a24')}/><path d="M34 50 58 82M46 50 64 70M66 50 42 82M54 50 36 70" stroke="#8a5a24" stroke-width="2"/>${ball(34, 38, 18, k.f, k.d)}${ball(66, 38, 18, k.g, k.e)}${ball(50, 22, 18, k.f, k.d)}`,
  cupcake: (k) =>
    `<path d="M20 54H80L72 94H28Z" fill="${k.g}" ${edge(k.e)}/><path d="M34 56 38 94M50 56V94M66 56 62 94" stroke="${k.e}" stroke-width="3"/><path d="M10 56C8 42 22 40 24 34 26 20 42 22 50 12 58 22 74 20 76 34 78 40 92 42 90 56Z" fill="${k.f}" ${edge(k.d)}/>${ball(50, 11, 8, '#e63946', '#7f1d1d')}`,
  lollipop: (k) =>
    `<path d="M50 60V98" stroke="#fff" stroke-width="8" stroke-linecap="round"/>${ball(50, 38, 35, k.f, k.d)}<path d="M50 38C56 30 66 38 60 48 52 60 32 52 34 34 36 16 62 10 74 28" fill="none" stroke="#fff" stroke-width="6" opacity=".85"/>`,
  cookie: (k) =>
    `${ball(50, 50, 42, k.f, k.d)}${[
      [34, 34],
      [60, 30],
      [72, 54],
      [46, 56],
      [32, 66],
      [60, 74],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6" fill="${k.e}"/>`)
      .join('')}`,
  jelly: (k) =>
    `<path d="M10 84C10 44 18 18 50 18S90 44 90 84C90 92 10 92 10 84Z" fill="${k.f}" opacity=".95" ${edge(k.d)}/>` +
    shine('M24 60C24 40 32 28 44 26 36 36 34 48 34 66 28 68 24 66 24 60Z'),

  // Card room
  spade: (k) =>
    `<path d="M50 6C62 28 92 38 92 60 92 80 68 84 56 70 56 82 62 90 68 94H32C38 90 44 82 44 70 32 84 8 80 8 60 8 38 38 28 50 6Z" fill="${k.f}" ${edge(k.d)}/>`,
  pip: (k) =>
    `<path d="M50 4 86 50 50 96 14 50Z" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M50 14 26 48H34L54 22Z'),
  dice: (k) =>
    `<rect x="12" y="12" width="76" height="76" rx="16" fill="${k.f}" ${edge(k.d)} transform="rotate(-10 50 50)"/>${[
      [32, 34],
      [62, 28],
      [50, 50],
      [38, 72],
      [68, 66],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="7.5" fill="#fff"/>`)
      .join('')}`,
  chip: (k) =>
    `<circle cx="50" cy="50" r="44" fill="${k.f}" ${edge(k.d)}/><circle cx="50" cy="50" r="38" fill="none" stroke="#fff" stroke-width="11" stroke-dasharray="16 23.8"/><circle cx="50" cy="50" r="26" fill="${k.f}" stroke="#fff" stroke-width="3"/><path d="M50 34 61 50 50 66 39 50Z" fill="#fff"/>`,
  joker: (k) =>
    `<path d="M18 62C4 50 4 26 18 14 22 32 34 34 42 36 44 22 46 12 50 4 54 12 56 22 58 36 66 34 78 32 82 14 96 26 96 50 82 62Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 6C60 24 60 44 56 62H44C40 44 40 24 50 6Z" fill="${k.g}" ${edge(k.e)}/><rect x="16" y="60" width="68" height="16" rx="6" fill="${k.g}" ${edge(k.e)}/>${ball(18, 12, 7, '#ffd23f', '#a86a00')}${ball(82, 12, 7, '#ffd23f', '#a86a00')}${ball(50, 7, 7, '#ffd23f', '#a86a00')}`,
  ace: letter('A'),
  king: letter('K'),
  queen: letter('Q'),
};
