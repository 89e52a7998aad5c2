import { languages } from '@/lib/i18n/language';
import { packLanguages, pluralsOf } from './formats';

type Texts = Record<string, string>;

/** The texts of the site for the server, because brands can replace them (bff/site/texts.go). */
export interface TextsFile {
  /** By language, namespace and key with dots. */
  texts: Record<string, Record<string, Texts>>;
  /** The plural forms by language, also of the languages that a brand can add. */
  forms: Record<string, string[]>;
}

const files = import.meta.glob<object>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** The namespaces of the console, and of the control panel of the mock platform. */
const internal = /^(staff|devpanel)/;

/** Returns the texts of a namespace by key with dots. */
const flat = (value: object, start = ''): Texts =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, string | object]) =>
      typeof inner === 'string'
        ? [[start + name, inner]]
        : Object.entries(flat(inner, `${start}${name}.`)),
    ),
  );

export function builtInTexts(): TextsFile {
  const texts: TextsFile['texts'] = {};
  for (const [file, content] of Object.entries(files)) {
    const [language = '', namespace = ''] = file.slice(0, -'.json'.length).split('/').slice(-2);
    if (!internal.test(namespace)) (texts[language] ??= {})[namespace] = flat(content);
  }
  const known = [...languages, ...packLanguages];
  return {
    texts,
    forms: Object.fromEntries(known.map((language) => [language, pluralsOf(language)])),
  };
}
