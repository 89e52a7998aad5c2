import { beforeAll, expect, test } from 'vitest';
import { languages } from '@/lib/i18n/language';
import { renderShells, type ShellFile } from './render';
import { shellKinds } from './Shell';
import { templateOf } from './slots';

let file: ShellFile;
beforeAll(async () => {
  file = await renderShells();
});

/** Returns the sections that are open at a template's end. Fails if one ends out of order. */
function openSections(template: string): string[] {
  const open: string[] = [];
  for (const [, mark, name = ''] of template.matchAll(/⟦([#^/]?)([\w]+)⟧/g)) {
    if (mark === '#' || mark === '^') open.push(name);
    if (mark === '/') expect(open.pop()).toBe(name);
  }
  return open;
}

test('every language has every shell, with sections that end', () => {
  expect(Object.keys(file.templates)).toEqual([...languages]);
  for (const kinds of Object.values(file.templates)) {
    expect(Object.keys(kinds)).toEqual([...shellKinds]);
    for (const template of Object.values(kinds)) {
      expect(openSections(template)).toEqual([]);
      expect(template).not.toContain('slot.invalid');
    }
  }
});

test('the lobby has the places of its content', () => {
  const { home = '', slots = '', tables = '' } = file.templates.tr ?? {};
  for (const slot of [
    '⟦logo⟧',
    '⟦#menu⟧',
    '⟦#hero⟧',
    '⟦#sections⟧',
    '⟦#items⟧<li>',
    'href="⟦to⟧"',
  ]) {
    expect(home).toContain(slot);
  }
  expect(home).toContain('Giriş');
  expect(slots).toContain('Slotlar');
  expect(tables).toContain('⟦^open⟧');
  expect(file.templates.tr?.page).toContain('skeleton');
  // The policy of the page refuses inline styles.
  expect(JSON.stringify(file.templates)).not.toContain('style=');
});

test('a repeated child of a list is repeated with its item', () => {
  expect(templateOf('<ul><li>⟦#a⟧<b>⟦x⟧</b>⟦/a⟧</li></ul>')).toBe(
    '<ul>⟦#a⟧<li><b>⟦x⟧</b></li>⟦/a⟧</ul>',
  );
});
