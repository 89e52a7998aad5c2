// Vault, Anatolia, myth, gold rush. How motifs are drawn stands in shapes.js.
import { shine, edge, ball, burst } from './ink.js';

/** treasure are motifs by name. */
export const treasure = {
  // Vault
  diamond: (k) =>
    `<path d="M24 16H76L96 40 50 92 4 40Z" fill="${k.f}" ${edge(k.d)}/><path d="M24 16 34 40 50 16 66 40 76 16M4 40H96M34 40 50 92 66 40" fill="none" stroke="#fff" stroke-width="2" opacity=".7"/>` +
    `<path d="M24 16 34 40H4Z" fill="#fff" opacity=".45"/>`,
  hexgem: (k) =>
    `<path d="M50 6 88 28V72L50 94 12 72V28Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 26 70 38V62L50 74 30 62V38Z" fill="${k.l}" opacity=".55"/>` +
    `<path d="M50 6V26M88 28 70 38M88 72 70 62M50 94V74M12 72 30 62M12 28 30 38" stroke="#fff" stroke-width="2" opacity=".6"/>`,
  emerald: (k) =>
    `<path d="M30 8H70L88 26V74L70 92H30L12 74V26Z" fill="${k.f}" ${edge(k.d)}/><path d="M38 26H62L70 34V66L62 74H38L30 66V34Z" fill="${k.l}" opacity=".6"/>` +
    `<path d="M30 8 38 26M70 8 62 26M88 26 70 34M88 74 70 66M70 92 62 74M30 92 38 74M12 74 30 66M12 26 30 34" stroke="#fff" stroke-width="2" opacity=".6"/>`,
  dropgem: (k) =>
    `<path d="M50 4C62 26 84 44 84 64A34 32 0 0 1 16 64C16 44 38 26 50 4Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 28 68 60 50 82 32 60Z" fill="${k.l}" opacity=".55"/>` +
    shine('M30 52C34 44 40 38 44 32 40 46 36 56 34 68 28 66 28 58 30 52Z'),
  trigem: (k) =>
    `<path d="M50 8 94 84H6Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 38 70 72H30Z" fill="${k.l}" opacity=".6"/><path d="M50 8V38M94 84 70 72M6 84 30 72" stroke="#fff" stroke-width="2" opacity=".6"/>`,
  squaregem: (k) =>
    `<path d="M50 6 94 50 50 94 6 50Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 28 72 50 50 72 28 50Z" fill="${k.l}" opacity=".6"/><path d="M50 6V28M94 50H72M50 94V72M6 50H28" stroke="#fff" stroke-width="2" opacity=".6"/>`,
  pearl: (k) =>
    `${ball(50, 50, 40, k.f, k.d)}<path d="M22 64C34 82 66 82 80 60" fill="none" stroke="#fff" stroke-width="4" opacity=".35"/>`,
  crown: (k) =>
    `<path d="M10 30 30 52 50 14 70 52 90 30 82 78H18Z" fill="${k.f}" ${edge(k.d)}/><rect x="18" y="76" width="64" height="12" rx="4" fill="${k.f}" ${edge(k.d)}/>` +
    ball(10, 28, 6, k.g, k.e) +
    ball(50, 13, 7, k.g, k.e) +
    ball(90, 28, 6, k.g, k.e) +
    ball(50, 64, 7, k.g, k.e),
  chest: (k) =>
    `<path d="M14 46C14 22 28 16 50 16S86 22 86 46Z" fill="${k.f}" ${edge(k.d)}/><rect x="14" y="46" width="72" height="38" rx="4" fill="${k.f}" ${edge(k.d)}/>` +
    `<path d="M28 18V84M72 18V84M14 46H86" stroke="${k.m}" stroke-width="6"/><rect x="42" y="40" width="16" height="20" rx="4" fill="${k.g}" ${edge(k.e)}/>`,

  // Anatolia
  nazar: (k) =>
    `<circle cx="50" cy="50" r="43" fill="${k.f}" ${edge(k.d)}/><circle cx="50" cy="51" r="27" fill="#fff"/><circle cx="50" cy="52" r="18" fill="#5cc4f2"/><circle cx="50" cy="53" r="9" fill="#0b1a33"/>` +
    shine('M20 36C26 22 38 14 52 13 40 20 32 28 26 42Z'),
  tulip: (k) =>
    `<path d="M50 56V94" stroke="#3a8f45" stroke-width="6"/><path d="M50 92C30 90 24 74 22 62 38 66 48 76 50 92ZM50 92C70 90 76 74 78 62 62 66 52 76 50 92Z" fill="#4caf50" ${edge('#1d6b2b')}/>` +
    `<path d="M50 62C28 62 22 44 28 10 38 16 44 26 50 36 56 26 62 16 72 10 78 44 72 62 50 62Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 6C62 24 62 46 50 62 38 46 38 24 50 6Z" fill="${k.l}" opacity=".7" ${edge(k.d)}/>`,
  tea: (k) =>
    `<ellipse cx="50" cy="86" rx="38" ry="8" fill="#fff" ${edge('#8d99ae')}/><path d="M30 12H70C70 30 60 36 60 48 60 60 68 66 64 84H36C32 66 40 60 40 48 40 36 30 30 30 12Z" fill="#fff" opacity=".35" ${edge('#d9e2ec')}/>` +
    `<path d="M32 22H68C66 34 58 38 58 48 58 62 66 68 62 82H38C34 68 42 62 42 48 42 38 34 34 32 22Z" fill="${k.f}"/>` +
    shine('M37 26H43C44 36 48 40 46 50 44 62 42 68 43 78H40C36 66 43 58 43 48 43 40 38 34 37 26Z'),
  star8: (k) =>
    `<path d="M50 4 64 18H82V36L96 50 82 64V82H64L50 96 36 82H18V64L4 50 18 36V18H36Z" fill="${k.f}" ${edge(k.d)}/><polygon points="${burst(8, 30, 17)}" fill="${k.g}"/><circle cx="50" cy="50" r="8" fill="${k.l}"/>`,
  pomegranate: (k) =>
    `<path d="M40 22 36 6 46 12 50 4 54 12 64 6 60 22Z" fill="${k.f}" ${edge(k.d)}/>${ball(50, 56, 36, k.f, k.d)}` +
    `<path d="M50 34C66 40 70 60 58 78 44 74 36 54 50 34Z" fill="#fff3d6"/>` +
    [
      [52, 46],
      [58, 54],
      [50, 57],
      [58, 64],
      [52, 68],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4.5" fill="${k.d}"/>`)
      .join(''),
  kilim: (k) =>
    `<path d="M50 4 96 50 50 96 4 50Z" fill="${k.f}" ${edge(k.d)}/><path d="M50 18 82 50 50 82 18 50Z" fill="${k.g}"/><path d="M50 30 70 50 50 70 30 50Z" fill="${k.d}"/><path d="M50 40 60 50 50 60 40 50Z" fill="${k.l}"/>`,
  lamp: (k) =>
    `<path d="M50 2V16" stroke="${k.e}" stroke-width="4"/><path d="M36 16H64L70 28H30Z" fill="${k.g}" ${edge(k.e)}/><path d="M30 28H70C88 44 84 66 62 78H38C16 66 12 44 30 28Z" fill="${k.f}" ${edge(k.d)}/>` +
    `<path d="M42 30C32 46 34 64 44 78M58 30C68 46 66 64 56 78M18 52H82" fill="none" stroke="${k.m}" stroke-width="3"/><path d="M40 78H60L50 96Z" fill="${k.g}" ${edge(k.e)}/>`,

  // Myth
  helmet: (k) =>
    `<path d="M20 40C20 4 70 -2 84 20 90 30 88 44 84 50 78 20 50 14 20 40Z" fill="${k.g}" ${edge(k.e)}/><path d="M22 92V52C22 30 36 22 52 22S80 32 80 54V92L60 80V64H70V54H54V92Z" fill="${k.f}" ${edge(k.d)}/>` +
    shine('M30 50C32 40 38 34 46 32 40 42 38 54 38 72H30Z'),
  lyre: (k) =>
    `<path d="M38 30V74M46 30V74M54 30V74M62 30V74" stroke="${k.m}" stroke-width="3"/><path d="M22 8C10 30 14 66 36 82H64C86 66 90 30 78 8M20 30H80" fill="none" stroke="${k.d}" stroke-width="14" stroke-linecap="round"/><path d="M22 8C10 30 14 66 36 82H64C86 66 90 30 78 8M20 30H80" fill="none" stroke="${k.l}" stroke-width="8" stroke-linecap="round"/><rect x="34" y="80" width="32" height="14" rx="5" fill="${k.f}" ${edge(k.d)}/>`,
  chalice: (k) =>
    `<path d="M18 10H82C82 40 70 54 56 56V78L72 92H28L44 78V56C30 54 18 40 18 10Z" fill="${k.f}" ${edge(k.d)}/><ellipse cx="50" cy="12" rx="31" ry="6" fill="${k.g}" ${edge(k.d)}/>` +
    shine('M26 20H34C34 34 38 42 44 48 32 44 26 34 26 20Z') +
    ball(50, 34, 7, k.g, k.e),
  laurel: (k) =>
    [-1, 1]
      .map((s) =>
        [
          [20, 78, 30],
          [12, 58, 5],
          [13, 38, -20],
          [24, 20, -45],
        ]
          .map(
            ([x, y, a]) =>
              `<ellipse cx="${50 + s * (50 - x)}" cy="${y}" rx="8" ry="15" transform="rotate(${s * -a} ${50 + s * (50 - x)} ${y})" fill="${k.f}" ${edge(k.d)}/>`,
          )
          .join(''),
      )
      .join('') + ball(50, 50, 17, k.g, k.e),
  temple: (k) =>
    `<path d="M50 6 94 32H6Z" fill="${k.f}" ${edge(k.d)}/><rect x="8" y="32" width="84" height="9" fill="${k.l}" ${edge(k.d)}/>${[14, 33, 54, 73].map((x) => `<rect x="${x}" y="41" width="13" height="38" fill="${k.f}" ${edge(k.d)}/>`).join('')}<path d="M6 80H94V92H6Z" fill="${k.f}" ${edge(k.d)}/>`,
  coin: (k) =>
    `<circle cx="50" cy="50" r="44" fill="${k.f}" ${edge(k.d)}/><circle cx="50" cy="50" r="33" fill="none" stroke="${k.d}" stroke-width="3" opacity=".7"/><polygon points="${burst(5, 24, 11)}" fill="${k.l}" ${edge(k.d)}/>`,

  // Gold rush
  nugget: (k) =>
    `<path d="M14 60 24 34 46 18 70 22 90 46 86 72 62 88 30 84Z" fill="${k.f}" ${edge(k.d)}/><path d="M24 34 44 44 70 22M44 44 40 66 14 60M40 66 62 88M40 66 70 58 90 46M70 58 86 72" fill="none" stroke="${k.d}" stroke-width="2.5" opacity=".6"/>` +
    shine('M28 36 46 22 60 24 44 40Z'),
  cart: (k) =>
    `<path d="M20 36C26 22 40 16 50 20 62 14 76 22 82 36Z" fill="${k.g}" ${edge(k.e)}/><path d="M8 36H92L80 74H20Z" fill="${k.f}" ${edge(k.d)}/><path d="M30 38 34 72M50 38V72M70 38 66 72" stroke="${k.d}" stroke-width="3"/>${ball(32, 82, 11, '#5b6472', '#20262e')}${ball(68, 82, 11, '#5b6472', '#20262e')}`,
  horseshoe: (k) =>
    `<path d="M26 92C6 62 14 12 50 12S94 62 74 92" fill="none" stroke="${k.d}" stroke-width="23" stroke-linecap="round"/><path d="M26 92C6 62 14 12 50 12S94 62 74 92" fill="none" stroke="${k.l}" stroke-width="16" stroke-linecap="round"/>${[
      [22, 74],
      [18, 52],
      [28, 30],
      [50, 12],
      [72, 30],
      [82, 52],
      [78, 74],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.4" fill="${k.d}"/>`)
      .join('')}`,
  pick: (k) =>
    `<path d="M24 92 74 26" stroke="#5b3a17" stroke-width="15" stroke-linecap="round"/><path d="M24 92 74 26" stroke="#a06a32" stroke-width="9" stroke-linecap="round"/><path d="M38 4C62 4 88 22 96 52 84 36 74 28 62 22 54 16 46 10 38 4Z" fill="${k.f}" stroke="${k.d}" stroke-width="4" stroke-linejoin="round"/>`,
  dynamite: (k) =>
    `<path d="M52 16C56 4 70 2 78 10" fill="none" stroke="#d9c8a0" stroke-width="4"/><polygon points="80,2 84,9 92,8 87,14 91,21 83,18 78,24 77,16 70,13 77,9" fill="#ffd23f"/>${[22, 42, 62].map((x) => `<rect x="${x}" y="18" width="17" height="76" rx="5" fill="${k.f}" ${edge(k.d)}/>`).join('')}<rect x="18" y="46" width="65" height="15" fill="${k.g}" ${edge(k.e)}/>`,
  lantern: (k) =>
    `<path d="M34 18A16 14 0 0 1 66 18" fill="none" stroke="${k.e}" stroke-width="5"/><path d="M30 18H70L76 32H24Z" fill="${k.g}" ${edge(k.e)}/><rect x="28" y="32" width="44" height="46" rx="8" fill="#fff3b0" opacity=".85" ${edge(k.e)}/><path d="M50 40C60 52 62 60 58 68 54 74 46 74 42 68 38 60 42 52 50 40Z" fill="${k.f}"/><path d="M24 78H76L70 94H30Z" fill="${k.g}" ${edge(k.e)}/>`,
};
