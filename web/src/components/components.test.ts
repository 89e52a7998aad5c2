import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const components = import.meta.dirname;
const src = join(components, '..');
const styles = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

const withoutComments = (file: string) =>
  readFileSync(join(src, file), 'utf8').replace(/\/\*.*?\*\//gs, '');

/** Physical positions, which right-to-left languages do not mirror. */
const physical =
  /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)[\w-]*|(?:left|right)|text-align|float|transform-origin)\s*:\s*([^;]+);/g;

/**
 * Rules with an intended side: toast positions, the docked game, the loading bar with its own
 * mirrored rule, names, and the scaled frame at its stage's corner.
 */
const intended =
  /\[data-(?:h|at)[$^]?=|^\.(bar|frame)$|^\[dir='rtl'\] (\.bar|:is\(\.title, \.provider\))$/;

/** Style sheets that define colours. */
const definesColours = /^styles\/|^features\/staff\/console\.css$/;

const literalColours =
  /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)|(?<=:[^;{}]*[\s(])(?:red|green|blue|orange|yellow|purple|gr[ae]y)\b/gi;

/** Returns the colours that no brand sets. White and nearly black are allowed over pictures. */
const foreignColours = (css: string): string[] =>
  (css.match(literalColours) ?? []).filter((colour) => {
    const parts = colour.startsWith('#')
      ? [...colour.slice(1).matchAll(colour.length > 5 ? /../g : /./g)].map(
          ([name]) => parseInt(name + name, 16) & 255,
        )
      : [...colour.matchAll(/[\d.]+/g)].map(([name]) => Number(name));
    const rgb = parts.slice(0, 3);
    return (
      rgb.length === 0 || (rgb.some((value) => value > 32) && rgb.some((value) => value < 255))
    );
  });

/** Returns the declarations of a style sheet that name the left or right side. */
function physicalDeclarations(css: string): string[] {
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
    intended.test(selector.trim())
      ? []
      : [...body.matchAll(physical)]
          .filter(([, property = '', value = '']) => /left|right/.test(`${property} ${value}`))
          .map(([declaration]) => `${selector.trim()} {${declaration.trim()}}`),
  );
}

it.each(styles)(
  '%s has logical properties and colours of the brand; only base.css reduces motion',
  (file) => {
    const css = withoutComments(file);
    // Right-to-left languages mirror logical properties.
    expect(physicalDeclarations(css)).toEqual([]);
    expect(definesColours.test(file) ? [] : foreignColours(css)).toEqual([]);
    if (file !== 'styles/base.css')
      expect(css).not.toMatch(/(?:animation|transition)[\w-]*\s*:[^;]*!important/);
  },
);

it('colours are white, nearly black, or variables', () => {
  const css = '.red { color: #f00; fill: red; background: rgb(4 7 14 / 50%); border-color: #fff }';
  expect(foreignColours(css)).toEqual(['#f00', 'red']);
});

it('base.css stops every animation and transition when reduced motion is preferred', () => {
  const css = readFileSync(join(components, '../styles/base.css'), 'utf8');
  const rule =
    /@media \(prefers-reduced-motion: reduce\) \{\s*\*,\s*\*::before,\s*\*::after \{([^}]*)\}/;
  const [, body = ''] = rule.exec(css) ?? [];
  for (const property of [
    'animation-duration: 0.01ms',
    'animation-iteration-count: 1',
    'transition: none',
    'scroll-behavior: auto',
  ]) {
    expect(body).toContain(`${property} !important`);
  }
});

/** Returns the namespaces that a source file names in `useTranslation` and `TFunction`. */
const namespacesOf = (source: string): string[] =>
  [...source.matchAll(/(?:useTranslation\(|TFunction<)\[?((?:'\w+'(?:, )?)+)/g)].flatMap(
    ([, names]) => names!.match(/\w+/g)!,
  );

it('no shared component reads the texts of a feature', () => {
  const features = new Set(readdirSync(join(src, 'features')));
  const found = readdirSync(components, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) =>
      namespacesOf(readFileSync(join(components, file), 'utf8'))
        .filter((name) => features.has(name))
        .map((name) => `${relative(src, join(components, file))}: ${name}`),
    );
  expect(found).toEqual([]);
});

it('scripts scroll smoothly only after asking for reduced motion, which a rule cannot stop', () => {
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => /behavior: 'smooth'/.test(readFileSync(join(src, file), 'utf8')));
  expect(found).toEqual([]);
});
