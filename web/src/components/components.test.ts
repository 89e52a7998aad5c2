import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const components = import.meta.dirname;
const styles = readdirSync(components, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

const withoutComments = (file: string) =>
  readFileSync(join(components, file), 'utf8').replace(/\/\*.*?\*\//gs, '');

/** Physical positions that are not mirrored in right-to-left languages. */
const physical =
  /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)[\w-]*|(?:left|right)|text-align|float|transform-origin)\s*:\s*([^;]+);/g;

/** Rules that name a side on purpose: toast positions (spec §5) are physical, the loading bar has its own mirrored rule. */
const intended = /\[data-(?:h|at)[$^]?=|^\.bar$|^\[dir='rtl'\] \.bar$/;

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

it.each(styles)('%s uses logical properties, and leaves reduced motion to base.css', (file) => {
  const css = withoutComments(file);
  // Right-to-left languages mirror logical properties.
  expect(physicalDeclarations(css)).toEqual([]);
  expect(css).not.toMatch(/(?:animation|transition)[\w-]*\s*:[^;]*!important/);
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

const src = join(components, '..');

/** Returns the namespaces that a source file names in `useTranslation` and `TFunction`. */
const namespacesOf = (source: string): string[] =>
  [...source.matchAll(/(?:useTranslation\(|TFunction<)\[?'(\w+)'/g)].map(([, name]) => name!);

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
