import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The directory of the subsets. */
const folder = fileURLToPath(new URL('../.fonts/', import.meta.url));

const { resolve } = createRequire(import.meta.url);

/** All characters from the first code point to the last. */
const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

/** The characters of the subsets. */
const characters = {
  /** Latin letters, accents of frequent names, and the letters of German and Turkish in this file. */
  latin: range(0x20, 0x7e) + '\u00a0©«°·»ÄÇÉÖ×ÜßáâäçèéêîñóöûüıÂÎÛ\u2009–—‘’‚“”„•…\u202f‹›€™−',
  /**
   * The other letters of Turkish, from a file with many others, and the sign of its currency. They
   * are a separate file, because no tool in Node merges fonts.
   */
  turkish: 'ĞğİŞş₺',
  /** The letters, marks and punctuation of Arabic. */
  arabic: '،؛؟' + range(0x621, 0x652) + '٪٫٬',
};

/** The variable fonts with family, used weights and the whole files next to the subsets. */
const fonts = {
  inter: { family: 'Inter Variable', weights: [400, 800], cyrillic: true },
  sora: { family: 'Sora Variable', weights: [400, 800], cyrillic: false },
  manrope: { family: 'Manrope Variable', weights: [400, 800], cyrillic: true },
  'cormorant-garamond': {
    family: 'Cormorant Garamond Variable',
    weights: [400, 700],
    cyrillic: true,
  },
  'ibm-plex-sans': { family: 'IBM Plex Sans Variable', weights: [400, 700], cyrillic: true },
};

/** The Arabic font, which has one file per weight. */
const arabic = {
  family: 'IBM Plex Sans Arabic',
  weights: [400, 600, 700],
  file: 'ibm-plex-sans-arabic-arabic',
};

/** The maximum preload of a page in bytes, which is two families with Turkish. */
const budget = 60 * 1024;

/** Writes a subset of a font file and returns its size in bytes. */
async function write(source: string, name: string, text: string, weights?: number[]) {
  const [min = 0, max = 0] = weights ?? [];
  const font = await subsetFont(readFileSync(resolve(source)), text, {
    targetFormat: 'woff2',
    variationAxes: weights && { wght: { min, max } },
  });
  const file = `${folder}${name}.woff2`;
  // A development server may be reading the file.
  if (!existsSync(file) || !readFileSync(file).equals(font)) writeFileSync(file, font);
  return font.length;
}

/** Returns the unicode-range of characters. */
function rangeOf(text: string): string {
  const ranges: [first: number, last: number][] = [];
  for (const point of [...text].map((name) => name.codePointAt(0) ?? 0).sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && point <= last[1] + 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0');
  return ranges
    .map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`)
    .join(', ');
}

/** Returns the ranges of the files of a font package. The Arabic font has the direction marks. */
function rangesOf(name: string): Record<string, string> {
  const ranges = readFileSync(resolve(`${name}/unicode.json`), 'utf8');
  return JSON.parse(ranges.replace('U+2000-206F', 'U+2000-200A,U+2010-2064')) as Record<
    string,
    string
  >;
}

const face = (family: string, weights: string | number, url: string, ranges = '') =>
  `@font-face { font-family: '${family}'; font-weight: ${weights}; font-display: swap;
  src: url('${url}') format('woff2'); unicode-range: ${ranges}; }`;

/**
 * Returns the rules of all fonts. If two faces have a character, the browser loads the later one.
 * So it loads the small subsets, and the whole files only for other letters.
 */
function faces(): string {
  const variable = Object.entries(fonts).flatMap(([name, { family, weights, cyrillic }]) => {
    const ranges = rangesOf(`@fontsource-variable/${name}`);
    const add = (url: string, range?: string) => face(family, weights.join(' '), url, range);
    return [
      ...[...(cyrillic ? ['cyrillic'] : []), 'latin-ext', 'latin'].map((text) =>
        add(`@fontsource-variable/${name}/files/${name}-${text}-wght-normal.woff2`, ranges[text]),
      ),
      ...(['latin', 'turkish'] as const).map((item) =>
        add(`../../.fonts/${name}-${item}-core.woff2`, rangeOf(characters[item])),
      ),
    ];
  });
  const { family, weights, file } = arabic;
  const whole = rangesOf('@fontsource/ibm-plex-sans-arabic').arabic;
  return [
    ...variable,
    ...weights.flatMap((weight) => [
      face(
        family,
        weight,
        `@fontsource/ibm-plex-sans-arabic/files/${file}-${weight}-normal.woff2`,
        whole,
      ),
      face(family, weight, `../../.fonts/${file}-${weight}-core.woff2`, rangeOf(characters.arabic)),
    ]),
  ].join('\n');
}

/**
 * Creates the font subsets before a build or a development server, and adds the font rules to
 * src/styles/fonts.css. Fails if the subsets of two families exceed the budget. HarfBuzz makes them
 * (subset-font), because nobody could review committed subsets.
 */
export function fontSubsets(): Plugin {
  return {
    name: 'croupier-font-subsets',
    apply: () => !process.env.VITEST, // unit tests load no fonts
    enforce: 'pre',
    transform: (css, id) => (id.includes('/src/styles/fonts.css') ? css + faces() : undefined),
    async buildStart() {
      mkdirSync(folder, { recursive: true });
      const sizes: number[] = [];
      for (const [family, { weights }] of Object.entries(fonts)) {
        const files = `@fontsource-variable/${family}/files/${family}`;
        const name = (subset: string) => `${family}-${subset}-core`;
        const [latin, extended] = [
          `${files}-latin-wght-normal.woff2`,
          `${files}-latin-ext-wght-normal.woff2`,
        ];
        sizes.push(
          (await write(latin, name('latin'), characters.latin, weights)) +
            (await write(extended, name('turkish'), characters.turkish, weights)),
        );
      }
      const [first = 0, second = 0] = sizes.sort((a, b) => b - a);
      if (first + second > budget) {
        this.error(`fonts of ${first + second} bytes exceed the budget of ${budget}`);
      }
      for (const weight of arabic.weights) {
        const file = `${arabic.file}-${weight}`;
        const source = `@fontsource/ibm-plex-sans-arabic/files/${file}-normal.woff2`;
        await write(source, `${file}-core`, characters.arabic);
      }
    },
  };
}
