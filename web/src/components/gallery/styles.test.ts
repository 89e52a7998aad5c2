import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const components = join(import.meta.dirname, '..');
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

describe.each(styles)('%s', (file) => {
  it('uses logical properties, which right-to-left languages mirror', () => {
    expect(physicalDeclarations(withoutComments(file))).toEqual([]);
  });

  it('leaves reduced motion to base.css', () => {
    const important = /(?:animation|transition)[\w-]*\s*:[^;]*!important/;
    expect(withoutComments(file)).not.toMatch(important);
  });
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
