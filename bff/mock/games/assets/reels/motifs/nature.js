// Orchard, sea, forest, desert. How motifs are drawn stands in shapes.js.
import { shine, edge, ball, leaf, burst } from './ink.js';

/** nature are motifs by name. */
export const nature = {
  // Orchard
  cherry: (k) =>
    `<path d="M34 62C36 40 46 22 60 14M68 60C68 40 64 26 60 14" fill="none" stroke="#4d8b31" stroke-width="5"/>${leaf}` +
    ball(32, 68, 21, k.f, k.d) +
    ball(70, 66, 20, k.f, k.d),
  lemon: (k) =>
    `<path d="M8 56C14 34 34 22 56 26 70 28 78 34 86 32 92 36 92 44 88 48 90 72 66 86 44 82 30 80 20 74 12 72 6 68 6 62 8 56Z" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M24 46C32 36 44 33 54 34 44 38 34 44 28 54Z'),
  orange: (k) =>
    `${ball(50, 56, 36, k.f, k.d)}<circle cx="50" cy="22" r="4" fill="#1d6b2b"/>${leaf}`,
  plum: (k) =>
    `<path d="M50 24C76 18 90 42 82 64 76 82 62 88 50 86 36 88 22 80 18 62 12 40 28 18 50 24Z" fill="${k.f}" ${edge(k.d)}/>` +
    `<path d="M50 24C42 44 42 66 50 86" fill="none" stroke="${k.d}" stroke-width="3" opacity=".6"/>${leaf}` +
    shine('M28 42C32 34 38 32 42 32 36 40 32 48 30 58 26 54 26 48 28 42Z'),
  grapes: (k) =>
    `<path d="M50 26V8" stroke="#6b4a22" stroke-width="5"/>${leaf}` +
    [
      [30, 36],
      [50, 34],
      [70, 36],
      [38, 53],
      [62, 53],
      [50, 69],
      [50, 52],
      [34, 66],
      [66, 66],
      [50, 85],
    ]
      .map(([x, y]) => ball(x, y, 12, k.f, k.d))
      .join(''),
  melon: (k) =>
    `<path d="M6 36A44 44 0 0 0 94 36Z" fill="#2f8f3e" ${edge('#14532d')}/><path d="M14 36A36 36 0 0 0 86 36Z" fill="#e9f7d5"/>` +
    `<path d="M19 36A31 31 0 0 0 81 36Z" fill="${k.f}"/>` +
    [
      [36, 46],
      [50, 44],
      [64, 46],
      [43, 56],
      [57, 56],
    ]
      .map(([x, y]) => `<path d="M${x} ${y}q4 5 0 8q-4-3 0-8Z" fill="#2b1313"/>`)
      .join(''),
  seven: (k) =>
    `<path d="M14 10H88V28C70 46 60 66 58 92H30C32 68 42 48 58 34H34L30 42H14Z" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M20 16H82V22H20Z'),
  bell: (k) =>
    `<circle cx="50" cy="84" r="9" fill="${k.g}" ${edge(k.d)}/><path d="M50 10C72 10 76 30 78 52 79 64 86 70 90 76H10C14 70 21 64 22 52 24 30 28 10 50 10Z" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M36 22C30 30 30 44 28 60 34 58 36 50 37 42 38 32 40 26 44 20Z'),

  // Sea
  fish: (k) =>
    `<path d="M66 50 94 26C90 42 90 58 94 74Z" fill="${k.g}" ${edge(k.e)}/><path d="M6 50C18 24 52 18 74 50 52 82 18 76 6 50Z" fill="${k.f}" ${edge(k.d)}/>` +
    `<path d="M38 30C46 42 46 58 38 70M52 34C58 44 58 56 52 66" fill="none" stroke="${k.m}" stroke-width="5"/><circle cx="24" cy="45" r="6" fill="#fff"/><circle cx="23" cy="45" r="3" fill="#0b1a33"/>`,
  shell: (k) =>
    `<path d="M50 90C20 86 6 60 12 38 18 16 36 8 50 10 64 8 82 16 88 38 94 60 80 86 50 90Z" fill="${k.f}" ${edge(k.d)}/>` +
    `<path d="M50 88V12M50 88 30 16M50 88 70 16M50 88 14 36M50 88 86 36" stroke="${k.d}" stroke-width="3" opacity=".55"/>${ball(50, 74, 13, k.g, k.e)}`,
  starfish: (k) =>
    `<polygon points="${burst(5, 46, 20)}" fill="${k.f}" stroke="${k.d}" stroke-width="8" stroke-linejoin="round"/><polygon points="${burst(5, 44, 19)}" fill="${k.f}" stroke="${k.f}" stroke-width="3" stroke-linejoin="round"/>` +
    [
      [50, 24],
      [50, 38],
      [28, 44],
      [72, 44],
      [38, 68],
      [62, 68],
      [50, 53],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.6" fill="${k.l}"/>`)
      .join(''),
  anchor: (k) =>
    `<path d="M50 26V84M28 40H72M12 58C14 80 32 90 50 92 68 90 86 80 88 58" fill="none" stroke="${k.d}" stroke-width="15" stroke-linecap="round"/>` +
    `<path d="M50 26V84M28 40H72M12 58C14 80 32 90 50 92 68 90 86 80 88 58" fill="none" stroke="${k.l}" stroke-width="9" stroke-linecap="round"/><circle cx="50" cy="16" r="10" fill="none" stroke="${k.d}" stroke-width="11"/><circle cx="50" cy="16" r="10" fill="none" stroke="${k.l}" stroke-width="6"/>`,
  helm: (k) =>
    `<path d="M50 4V96M4 50H96M17 17 83 83M83 17 17 83" stroke="${k.d}" stroke-width="10" stroke-linecap="round"/><circle cx="50" cy="50" r="30" fill="none" stroke="${k.d}" stroke-width="15"/><circle cx="50" cy="50" r="30" fill="none" stroke="${k.f}" stroke-width="9"/>${ball(50, 50, 12, k.g, k.e)}`,
  wave: (k) =>
    `<path d="M4 84C4 40 30 14 62 16 84 18 96 34 92 48 86 36 74 34 68 42 62 52 72 66 96 66V90H4Z" fill="${k.f}" ${edge(k.d)}/><path d="M18 80C20 52 38 32 58 30M34 82C36 64 44 52 54 48" fill="none" stroke="#fff" stroke-width="5" opacity=".6"/>`,
  trident: (k) =>
    `<path d="M50 96V34M20 16C20 46 32 52 50 52S80 46 80 16" fill="none" stroke="${k.d}" stroke-width="14" stroke-linecap="round"/><path d="M50 96V34M20 16C20 46 32 52 50 52S80 46 80 16" fill="none" stroke="${k.l}" stroke-width="8"/>` +
    `<path d="M50 2 60 26H40ZM20 4 30 26H10ZM80 4 90 26H70Z" fill="${k.f}" ${edge(k.d)}/>`,

  // Forest
  mushroom: (k) =>
    `<path d="M36 52H64C62 70 66 82 70 92H30C34 82 38 70 36 52Z" fill="#fff3e0" ${edge('#c9a27a')}/><path d="M6 56C6 26 28 8 50 8S94 26 94 56C66 64 34 64 6 56Z" fill="${k.f}" ${edge(k.d)}/>` +
    [
      [30, 36, 8],
      [56, 24, 7],
      [74, 44, 7],
      [48, 46, 6],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff"/>`)
      .join(''),
  acorn: (k) =>
    `<path d="M50 12C50 6 54 4 58 2" fill="none" stroke="${k.e}" stroke-width="6" stroke-linecap="round"/><path d="M18 42H82C82 68 64 84 50 96 36 84 18 68 18 42Z" fill="${k.f}" ${edge(k.d)}/><path d="M10 44C10 22 28 12 50 12S90 22 90 44C66 50 34 50 10 44Z" fill="${k.g}" ${edge(k.e)}/>` +
    shine('M28 54H36C36 66 42 74 46 80 36 74 28 66 28 54Z'),
  oakleaf: (k) =>
    `<path d="M50 4C70 16 90 26 88 52 86 74 66 84 50 82 34 84 14 74 12 52 10 26 30 16 50 4Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 18V98M50 40 30 28M50 40 70 28M50 60 26 48M50 60 74 48" stroke="${k.d}" stroke-width="4" stroke-linecap="round"/>`,
  owl: (k) =>
    `<path d="M20 8 36 22H64L80 8 84 52C84 80 68 94 50 94S16 80 16 52Z" fill="${k.f}" ${edge(k.d)}/><path d="M34 60C40 54 60 54 66 60 70 76 60 88 50 88S30 76 34 60Z" fill="${k.g}"/>` +
    [34, 66]
      .map(
        (x) =>
          `<circle cx="${x}" cy="42" r="17" fill="#fff8e1" ${edge(k.d)}/><circle cx="${x}" cy="42" r="8" fill="#1b1b1b"/><circle cx="${x - 3}" cy="39" r="3" fill="#fff"/>`,
      )
      .join('') +
    `<path d="M44 50H56L50 62Z" fill="#ffb224" ${edge('#a86a00')}/>`,
  fox: (k) =>
    `<path d="M8 8 34 28H66L92 8C96 40 90 60 50 94 10 60 4 40 8 8Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 94C22 72 14 60 12 48 30 48 42 56 50 72 58 56 70 48 88 48 86 60 78 72 50 94Z" fill="#fff6ec"/><circle cx="33" cy="46" r="5" fill="#1b1b1b"/><circle cx="67" cy="46" r="5" fill="#1b1b1b"/><ellipse cx="50" cy="86" rx="7" ry="5" fill="#1b1b1b"/>`,
  berry: (k) =>
    `${leaf}${[
      [38, 44],
      [62, 44],
      [50, 36],
      [30, 60],
      [50, 58],
      [70, 60],
      [40, 76],
      [60, 76],
      [50, 88],
    ]
      .map(([x, y]) => ball(x, y, 12, k.f, k.d))
      .join('')}`,
  pine: (k) =>
    `<rect x="43" y="76" width="14" height="20" fill="${k.g}" ${edge(k.e)}/><path d="M50 4 72 32H62L80 56H68L90 80H10L32 56H20L38 32H28Z" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M50 14 38 32H44L32 54H38Z'),

  // Desert
  pyramid: (k) =>
    `<circle cx="70" cy="28" r="20" fill="${k.g}"/><path d="M46 16 92 88H8Z" fill="${k.f}" ${edge(k.d)}/><path d="M46 16 92 88H56Z" fill="${k.d}" opacity=".45"/><path d="M30 44H60M20 62H74M36 32H54" stroke="${k.d}" stroke-width="2" opacity=".5"/>`,
  cactus: (k) =>
    `<path d="M50 94V16M50 66H24V38M50 56H76V30" fill="none" stroke="${k.d}" stroke-width="23" stroke-linecap="round" stroke-linejoin="round"/><path d="M50 94V16M50 66H24V38M50 56H76V30" fill="none" stroke="${k.l}" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="M50 88V18M24 60V40M76 50V32" stroke="${k.d}" stroke-width="2" stroke-dasharray="5 6"/><circle cx="50" cy="8" r="7" fill="${k.g}"/>`,
  scarab: (k) =>
    `<path d="M22 40 6 28M20 56H2M24 72 8 86M78 40 94 28M80 56H98M76 72 92 86" stroke="${k.e}" stroke-width="5" stroke-linecap="round"/><ellipse cx="50" cy="58" rx="32" ry="36" fill="${k.f}" ${edge(k.d)}/>` +
    `<path d="M50 34V94M20 44C34 34 66 34 80 44" fill="none" stroke="${k.d}" stroke-width="4"/><circle cx="50" cy="18" r="14" fill="${k.g}" ${edge(k.e)}/>` +
    shine('M30 50C32 46 38 42 44 42 38 52 36 64 38 78 28 72 27 58 30 50Z'),
  ankh: (k) =>
    `<path d="M50 48V94M22 56H78" stroke="${k.d}" stroke-width="18" stroke-linecap="round"/><ellipse cx="50" cy="28" rx="16" ry="20" fill="none" stroke="${k.d}" stroke-width="17"/><path d="M50 48V94M22 56H78" stroke="${k.l}" stroke-width="11" stroke-linecap="round"/><ellipse cx="50" cy="28" rx="16" ry="20" fill="none" stroke="${k.l}" stroke-width="10"/>`,
  urn: (k) =>
    `<path d="M30 26C12 28 10 52 26 56M70 26C88 28 90 52 74 56" fill="none" stroke="${k.d}" stroke-width="6"/><path d="M36 8H64V20C64 30 80 38 80 56 80 76 66 84 62 94H38C34 84 20 76 20 56 20 38 36 30 36 20Z" fill="${k.f}" ${edge(k.d)}/>` +
    `<path d="M22 48H78M22 62H78" stroke="${k.d}" stroke-width="3"/><path d="M24 55 32 49 40 61 48 49 56 61 64 49 76 58" fill="none" stroke="${k.m}" stroke-width="4"/>`,
  eye: (k) =>
    `<path d="M4 46C20 22 70 18 96 44 72 68 28 70 4 46Z" fill="#fff8e7" ${edge(k.d)}/><circle cx="50" cy="45" r="17" fill="${k.f}" ${edge(k.d)}/><circle cx="50" cy="45" r="8" fill="#111"/><path d="M8 26C30 6 72 4 94 26M40 64C36 78 26 84 14 82M56 66 66 94" fill="none" stroke="${k.d}" stroke-width="6" stroke-linecap="round"/>`,
  sun: (k) =>
    `<polygon points="${burst(12, 48, 34)}" fill="${k.g}" ${edge(k.e)}/>${ball(50, 50, 28, k.f, k.d)}`,
  palm: (k) =>
    `<path d="M52 40C46 60 44 78 48 96H60C56 78 56 60 60 42Z" fill="${k.g}" ${edge(k.e)}/><path d="M54 40C40 14 16 16 6 34 20 28 34 32 54 40ZM54 40C28 34 12 48 14 68 24 54 36 46 54 40ZM54 40C58 12 82 8 96 24 80 22 68 28 54 40ZM54 40C78 34 94 46 92 66 84 54 72 46 54 40Z" fill="${k.f}" ${edge(k.d)}/>`,
};
