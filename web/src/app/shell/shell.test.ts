import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { languages } from '@/lib/i18n/language';
import type { ShellFile } from './render';
import type { TextsFile } from './texts';
import { templateOf } from './slots';

/** Renders the shells as the build does, in a process without the globals of the tests. */
const script = `
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport('./scripts/shell.ts');
  process.stdout.write(JSON.stringify(await module.render()));
`;

let file: ShellFile;
let texts: TextsFile;
beforeAll(() => {
  const args = ['--input-type=module', '-e', script];
  const options = { encoding: 'utf8', maxBuffer: 2 ** 24 } as const;
  ({ shell: file, texts } = JSON.parse(execFileSync(process.execPath, args, options)) as {
    shell: ShellFile;
    texts: TextsFile;
  });
});

/** Returns the sections that are open at a template's end. Fails if one ends out of order. */
function openSections(template: string): string[] {
  const open: string[] = [];
  for (const [, mark, name = ''] of template.matchAll(/⟦([#^/]?)([\w:]+)⟧/g)) {
    if (mark === '#' || mark === '^') {
      expect(open).not.toContain(name);
      open.push(name);
    }
    if (mark === '/') expect(open.pop()).toBe(name);
  }
  return open;
}

test('every language has every shell, with sections that end and only values of the server', () => {
  expect(Object.keys(file.templates)).toEqual([...languages]);
  for (const kinds of Object.values(file.templates)) {
    expect(Object.keys(kinds)).toEqual(Object.keys(file.templates.tr ?? {}));
    for (const template of Object.values(kinds)) {
      expect(openSections(template)).toEqual([]);
      expect(template).not.toMatch(/slot\.invalid|⟦[#/]?\?|\b1\d{9}\b|undefined|%E2%9F%A6/);
      // The policy of the page refuses inline styles.
      expect(template).not.toContain('style=');
    }
  }
});

test.each([
  [
    'home',
    ['⟦logo⟧', '⟦#menu⟧', '⟦#slides⟧', '⟦#sections⟧', '⟦#items⟧', '⟦amount:money⟧', 'Giriş'],
  ],
  ['slots', ['Slotlar', '⟦#total:plural⟧', '⟦#providers⟧<option', '⟦icon:icon⟧', '⟦#more⟧<button']],
  ['tables', ['⟦#isOpen⟧<li>', '⟦^isOpen⟧<li>', '⟦minBet:round⟧ – ⟦maxBet:round⟧']],
  ['promotions', ['⟦#offers⟧<li>', 'href="/promotions/⟦id:path⟧"', '⟦End_date:date⟧']],
  ['tournament', ['⟦#ranked⟧', '⟦End_date:datetime⟧', '⟦html:html⟧']],
  ['faq', ['⟦#groups⟧', '⟦#questions⟧<details', '⟦#FAQ⟧ aria-current="page"']],
  ['contact', ['⟦#telegram⟧', 'mailto:⟦it⟧']],
  ['footer', ['⟦#footer⟧', '⟦#languages⟧', '⟦year⟧', '⟦#dark⟧']],
  ['page', ['skeleton', '⟦footer⟧']],
])('the shell of %s has the places of its content', (kind, places) => {
  for (const place of places) expect(file.templates.tr?.[kind]).toContain(place);
});

test('every text has its key, and a value for each placeholder', () => {
  const marked = /⟦@(\w+):([^⟧]+)⟧((?:⟦\$(\w+)⟧.*?⟦\/\$\4⟧)*)/g;
  for (const [language, kinds] of Object.entries(file.templates)) {
    const found = Object.values(kinds).flatMap((template) => [...template.matchAll(marked)]);
    expect(found.length).toBeGreaterThan(100);
    for (const [, namespace = '', key = '', values = ''] of found) {
      const text = texts.texts[language]?.[namespace]?.[key];
      expect(text, `${namespace}:${key}`).toBeDefined();
      for (const [, name = ''] of text?.matchAll(/{{(\w+)}}/g) ?? [])
        expect(values, `${namespace}:${key}`).toContain(`⟦$${name}⟧`);
    }
  }
});

test('the formats of a language are those of the browser', () => {
  expect(file.formats.de?.money.EUR).toBe('1,00\u00a0€');
  expect(file.formats.tr).toMatchObject({ number: '12.345,5', date: '02.01.2006' });
  expect(file.icons.jackpot).toContain('tabler-icon-crown');
});

test('elements repeat with their item, and disappear without their value', () => {
  expect(templateOf('<ul><li>⟦#a⟧⟦#v⟧<b>⟦x⟧</b>⟦/v⟧⟦/a⟧</li></ul>')).toBe(
    '<ul>⟦#a⟧⟦#v⟧<li><b>⟦x⟧</b></li>⟦/v⟧⟦/a⟧</ul>',
  );
  expect(templateOf('<i><img src="⟦?x⟧"/><p>⟦?y⟧ a</p><a href="⟦?z⟧"><b>c</b></a></i>')).toBe(
    '<i>⟦#x⟧<img src="⟦x⟧"/>⟦/x⟧⟦#y⟧<p>⟦y⟧ a</p>⟦/y⟧⟦#z⟧<a href="⟦z⟧"><b>c</b></a>⟦/z⟧</i>',
  );
});
