import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { localeTypes } from '../../../scripts/locale-types.mjs';
import { languages, staffLanguages } from './language';
import { i18next } from './i18n';

const folder = join(import.meta.dirname, '../../locales');
const filesOf = (language: string) =>
  readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.json'))
    .sort();
/** The namespaces of a language. The console's namespaces exist only in its languages. */
const namespacesOf = (language: string) =>
  filesOf('tr').filter(
    (file) => !file.startsWith('staff') || staffLanguages.some((item) => item === language),
  );

/** Returns every key with its text, without plural endings, which differ by language. */
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

it.each(languages)('names request ids and transaction numbers differently in %s', (language) => {
  const text = (file: string, key: string) =>
    Object.fromEntries(read(language, file))[key]?.replace(':', '');
  const transaction = text('cashier.json', 'receipt.id');
  expect(text('history.json', 'column.id')).toBe(transaction);
  const request = text('common.json', 'error.request');
  expect(request).not.toBe(transaction);
  if (!staffLanguages.some((item) => item === language)) return;
  expect(text('staffPages.json', 'payment.transaction')).toBe(transaction);
  expect(text('staffPages.json', 'request.id')).toBe(request);
});

it('the types of the keys are those of the files', () => {
  const kept = readFileSync(join(import.meta.dirname, 'resources.generated.ts'), 'utf8');
  expect(kept).toBe(localeTypes());
});

it('a missing text fails, and a missing key is a type error', () => {
  // @ts-expect-error `npm run lint:types` reports this line if the types accept any key.
  expect(() => i18next.t('no.such.key')).toThrow('missing text common:no.such.key in tr');
});

/** Keys with uses that the test cannot see. */
const usedOtherwise: { pattern: RegExp; reason: string }[] = [
  { pattern: /^payments:(deposit|withdraw)\.(approved|refused)$/, reason: 'both parts are values' },
  { pattern: /^search:providers$/, reason: 'the kind of a group of results is a value' },
  {
    pattern: /^staff:(classes|calls)\.platform_limits/,
    reason: 'calls of the server itself, which the console names by what the server tells',
  },
  { pattern: /^staffPages:debug\./, reason: 'the console names the reasons that the server tells' },
  { pattern: /^staffPages:audit\.actions\./, reason: 'the audit log reads the whole list' },
  {
    pattern: /^staffPages:limits\.lengths\.(hours|months)_\d/,
    reason: 'the lengths are numbers of components/limits',
  },
  {
    pattern: /^staffStudio:(fields|groups)\./,
    reason: 'the server tells the fields of the studio',
  },
];

const turkish = filesOf('tr').map((file) => ({
  namespace: file.slice(0, -'.json'.length),
  keys: keys(read('tr', file)),
}));
const namespaces = turkish.map(({ namespace }) => namespace);

/** The keys in a source file. */
interface Source {
  literals: Set<string>;
  /** Property names and literals, which may be a part of a key. */
  words: Set<string>;
  /** Templates with fixed words. Each value is one part of the key. */
  templates: RegExp[];
  namespaces: string[];
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Reads the strings of a source file. */
function parse(name: string, code: string): Source {
  const literals = new Set<string>();
  const words = new Set<string>();
  const templates: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) {
      literals.add(node.text);
      // The name of a call, class/method, contains parts of a key.
      for (const word of node.text.split('/')) words.add(word);
    }
    if (
      (ts.isPropertyAssignment(node) || ts.isPropertySignature(node)) &&
      ts.isIdentifier(node.name)
    )
      words.add(node.name.text);
    if (ts.isShorthandPropertyAssignment(node)) words.add(node.name.text);
    if (ts.isTemplateExpression(node)) {
      const fixed = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (/[a-z]/i.test(fixed.join('')))
        templates.push(new RegExp(`^${fixed.map(escape).join('([^.:]+)')}$`));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, code, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX));
  const own = namespaces.filter((namespace) => literals.has(namespace));
  return { literals, words, templates, namespaces: own };
}

/** Returns the keys that no source uses, as a string or as a template with words of a source. */
function unusedKeys(sources: Source[]): string[] {
  const words = new Set(sources.flatMap((source) => [...source.words]));
  const uses = (source: Source, key: string) =>
    source.literals.has(key) ||
    source.templates.some((template) => {
      const values = template.exec(key)?.slice(1);
      return values?.every((value) => words.has(value));
    });
  return turkish.flatMap(({ namespace, keys }) => {
    const own = sources.filter((source) => source.namespaces.includes(namespace));
    return (
      keys
        .filter((key) => !own.some((source) => uses(source, key)))
        // A key with several parts may be in a file without a `t`. A single part could be any word.
        .filter((key) => !key.includes('.') || !sources.some((source) => source.literals.has(key)))
        .map((key) => `${namespace}:${key}`)
        .filter((key) => !sources.some((source) => uses(source, key)))
    );
  });
}

const src = join(folder, '..');
const sources = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /(?<!\.(test|d|generated))\.tsx?$/.test(file.name))
  .map((file) => join(file.parentPath, file.name))
  .map((file) => parse(file, readFileSync(file, 'utf8')));

const unused = unusedKeys(sources);

it('every text is used', () => {
  const found = unused.filter((key) => !usedOtherwise.some(({ pattern }) => pattern.test(key)));
  expect(found).toEqual([]);
});

it.each(usedOtherwise)('$pattern is an exception: $reason', ({ pattern }) => {
  expect(unused.some((key) => pattern.test(key))).toBe(true);
});
