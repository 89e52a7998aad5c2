import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const locales = join(root, 'locales/tr');

/** Keys that are used in a way that the test does not see. */
const usedOtherwise: { pattern: RegExp; reason: string }[] = [
  { pattern: /^payments:(deposit|withdraw)\.(approved|refused)$/, reason: 'both parts are values' },
  { pattern: /^search:providers$/, reason: 'the kind of a group of results is a value' },
  {
    pattern: /^staff:(classes|calls)\.platform_limits/,
    reason: 'calls of the server itself, which the console names by what the server tells',
  },
  { pattern: /^start:/, reason: 'failedStart.ts imports the file, before i18n has started' },
];

/** The keys of a namespace without their plural endings, which the sources do not name. */
function keysOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return [key.replace(/_(zero|one|two|few|many|other)$/, '')];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    keysOf(inner, key ? `${key}.${name}` : name),
  );
}

const texts = readdirSync(locales)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    namespace: file.slice(0, -'.json'.length),
    keys: [...new Set(keysOf(JSON.parse(readFileSync(join(locales, file), 'utf8'))))],
  }));
const namespaces = texts.map(({ namespace }) => namespace);

/** What a source file says about keys. */
interface Source {
  literals: Set<string>;
  /** Property names and literals: the values that may stand for a part of a key. */
  words: Set<string>;
  /** Templates with fixed words; each value stands for one part of the key. */
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
      // The name of a call, class/method, has the parts of a key.
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
  return {
    literals,
    words,
    templates,
    namespaces: namespaces.filter((it) => literals.has(it)),
  };
}

/** Returns the keys that no source uses: neither as a string nor as a template whose values are words of a source. */
function unusedKeys(all: typeof texts, sources: Source[]): string[] {
  const words = new Set(sources.flatMap((it) => [...it.words]));
  const uses = (source: Source, key: string) =>
    source.literals.has(key) ||
    source.templates.some((template) => {
      const values = template.exec(key)?.slice(1);
      return values?.every((value) => words.has(value));
    });
  return all.flatMap(({ namespace, keys }) => {
    const own = sources.filter((it) => it.namespaces.includes(namespace));
    return (
      keys
        .filter((key) => !own.some((it) => uses(it, key)))
        // A key of several parts may come from a file without a `t`; one of a single part could be any word.
        .filter((key) => !key.includes('.') || !sources.some((it) => it.literals.has(key)))
        .map((key) => `${namespace}:${key}`)
        .filter((key) => !sources.some((it) => uses(it, key)))
    );
  });
}

const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((it) => it.isFile() && /(?<!\.(test|d))\.tsx?$/.test(it.name))
  .map((it) => join(it.parentPath, it.name))
  .map((file) => parse(file, readFileSync(file, 'utf8')));

const unused = unusedKeys(texts, sources);

it('every text is used', () => {
  const found = unused.filter((key) => !usedOtherwise.some(({ pattern }) => pattern.test(key)));
  expect(found).toEqual([]);
});

it.each(usedOtherwise)('$pattern is an exception: $reason', ({ pattern }) => {
  expect(unused.some((key) => pattern.test(key))).toBe(true);
});
