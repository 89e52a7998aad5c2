import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Where the subsets are written, from which src/styles/fonts.css takes them. */
const folder = fileURLToPath(new URL('../.fonts/', import.meta.url));

const { resolve } = createRequire(import.meta.url);

/** All characters from the first code point to the last. */
const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

/** The characters of the subsets. Their ranges stand in fonts.css, besides those of the whole fonts. */
const characters = {
  /** Latin, and the letters of German and Turkish that its file has; accents of frequent names. */
  latin: range(0x20, 0x7e) + '\u00a0©«°·»ÄÇÉÖ×ÜßáâäçèéêîñóöûüıÂÎÛ\u2009–—‘’‚“”„•…\u202f‹›€™−',
  /** The other letters of Turkish, which are among hundreds in a file of their own, and the sign of its currency. */
  turkish: 'ĞğİŞş₺',
  /** The letters, marks and punctuation of Arabic. */
  arabic: '،؛؟' + range(0x621, 0x652) + '٪٫٬',
};

/** The weights that the site uses of the variable fonts. */
const weights = {
  inter: { min: 400, max: 800 },
  sora: { min: 400, max: 800 },
  manrope: { min: 400, max: 800 },
  'cormorant-garamond': { min: 400, max: 700 },
  'ibm-plex-sans': { min: 400, max: 700 },
};

/** The largest size of what a page preloads: two families with Turkish. Bytes. */
const budget = 60 * 1024;

/** Writes a subset of a font file and returns its size in bytes. */
async function write(source: string, name: string, text: string, wght?: typeof weights.inter) {
  const font = await subsetFont(readFileSync(resolve(source)), text, {
    targetFormat: 'woff2',
    variationAxes: wght && { wght },
  });
  const file = `${folder}${name}.woff2`;
  // A development server may be reading it.
  if (!existsSync(file) || !readFileSync(file).equals(font)) writeFileSync(file, font);
  return font.length;
}

/**
 * Makes the subsets of the fonts before a build or a development server needs them. Fails when those of two families
 * exceed the budget.
 */
export function fontSubsets(): Plugin {
  return {
    name: 'croupier-font-subsets',
    apply: () => !process.env.VITEST, // unit tests load no fonts
    async buildStart() {
      mkdirSync(folder, { recursive: true });
      const sizes: number[] = [];
      for (const [family, wght] of Object.entries(weights)) {
        const files = `@fontsource-variable/${family}/files/${family}`;
        const name = (subset: string) => `${family}-${subset}-core`;
        const [latin, extended] = [
          `${files}-latin-wght-normal.woff2`,
          `${files}-latin-ext-wght-normal.woff2`,
        ];
        sizes.push(
          (await write(latin, name('latin'), characters.latin, wght)) +
            (await write(extended, name('turkish'), characters.turkish, wght)),
        );
      }
      const [first = 0, second = 0] = sizes.sort((a, b) => b - a);
      if (first + second > budget) {
        this.error(`fonts of ${first + second} bytes exceed the budget of ${budget}`);
      }
      for (const weight of [400, 600, 700]) {
        const file = `ibm-plex-sans-arabic-arabic-${weight}`;
        const source = `@fontsource/ibm-plex-sans-arabic/files/${file}-normal.woff2`;
        await write(source, `${file}-core`, characters.arabic);
      }
    },
  };
}
