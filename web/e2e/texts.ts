import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../src/locales');
const games = resolve(import.meta.dirname, '../../bff/mock/games/text');

/**
 * Returns a lookup in the site's texts: `texts('tr', 'layout')('auth.login')`. It fills in
 * placeholders and throws for missing keys.
 */
export function texts(lang: string, namespace: string) {
  const all = JSON.parse(readFileSync(`${folder}/${lang}/${namespace}.json`, 'utf8')) as Node;
  return (key: string, parts: Record<string, string | number> = {}): string => {
    const found = key.split('.').reduce<Node | string | undefined>((node, part) => {
      return typeof node === 'object' ? node[part] : undefined;
    }, all);
    if (typeof found !== 'string') throw new Error(`${lang}/${namespace}.json has no ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(parts[name]));
  };
}

/** Returns the texts of the mock's games. */
export function gameTexts(lang: string): Record<string, string> {
  return JSON.parse(readFileSync(`${games}/${lang}.json`, 'utf8')) as Record<string, string>;
}

interface Node {
  [key: string]: Node | string;
}
