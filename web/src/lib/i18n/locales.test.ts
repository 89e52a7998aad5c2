import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localeTypes } from '../../../scripts/locale-types.mjs';
import { languages, staffLanguages } from './language';
import { i18next } from './i18n';

const folder = join(import.meta.dirname, '../../locales');
const filesOf = (language: string) =>
  readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.json'))
    .sort();
/** The namespaces of a language: those of the console are only in its languages. */
const namespacesOf = (language: string) =>
  filesOf('tr').filter(
    (file) => !file.startsWith('staff') || staffLanguages.some((it) => it === language),
  );

/** Every key with its text; plural endings are left out, since languages have different ones. */
function texts(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string')
    return [[key.replace(/_(zero|one|two|few|many|other)$/, ''), value]];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    texts(inner, key ? `${key}.${name}` : name),
  );
}

const read = (language: string, file: string) =>
  texts(JSON.parse(readFileSync(join(folder, language, file), 'utf8')));

const keys = (list: [string, string][]) => [...new Set(list.map(([key]) => key))].sort();

const placeholders = (list: [string, string][]) =>
  keys(list).map((key) => {
    const mine = list
      .filter(([name]) => name === key)
      .flatMap(([, text]) => text.match(/{{\w+}}/g) ?? []);
    return `${key}: ${[...new Set(mine)].sort().join(' ')}`;
  });

describe.each(languages.filter((language) => language !== 'tr'))('the texts of %s', (language) => {
  it.each(namespacesOf(language))(
    '%s have the keys and placeholders of the Turkish ones, and no empty text',
    (file) => {
      const source = read('tr', file);
      const other = read(language, file);
      expect(keys(other)).toEqual(keys(source));
      expect(placeholders(other)).toEqual(placeholders(source));
      expect(other.filter(([, text]) => text.trim() === '')).toEqual([]);
    },
  );

  it('have no namespace that Turkish lacks', () => {
    expect(filesOf(language)).toEqual(namespacesOf(language));
  });
});

it('the types of the keys are those of the files', () => {
  const kept = readFileSync(join(import.meta.dirname, 'resources.generated.d.ts'), 'utf8');
  expect(kept).toBe(localeTypes());
});

it('a missing text fails', () => {
  const missing = 'no.such.key' as 'close';
  expect(() => i18next.t(missing)).toThrow('missing text common:no.such.key in tr');
});
