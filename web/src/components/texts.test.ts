import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..');

/** Returns the namespaces that a source file names in `useTranslation` and `TFunction`. */
const namespacesOf = (source: string): string[] =>
  [...source.matchAll(/(?:useTranslation\(|TFunction<)\[?'(\w+)'/g)].map(([, name]) => name!);

it('no shared component reads the texts of a feature', () => {
  const features = new Set(readdirSync(join(src, 'features')));
  const found = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) =>
      namespacesOf(readFileSync(join(import.meta.dirname, file), 'utf8'))
        .filter((name) => features.has(name))
        .map((name) => `${relative(src, join(import.meta.dirname, file))}: ${name}`),
    );
  expect(found).toEqual([]);
});
