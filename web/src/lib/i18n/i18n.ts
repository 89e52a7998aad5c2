import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type ChangedTexts, textsChanged } from './hotTexts';
import { applyLanguage, defaultLanguage, type Language } from './language';

type Texts = Record<string, unknown>;

/** The loaders of every namespace of every language. */
const files = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' });

const fileOf = (language: string, namespace: string) =>
  files[`../../locales/${language}/${namespace}.json`];

/** Returns whether a namespace exists. */
export const hasNamespace = (namespace: string): boolean =>
  fileOf(defaultLanguage, namespace) !== undefined;

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = fileOf(language, namespace);
    if (!load) return done(new Error(`load texts ${language}/${namespace}: no such file`), null);
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    );
  },
};

/** The namespaces that every page needs; the router loads the others with their feature's routes. */
const coreNamespaces = ['common', 'layout', 'errors'] as const;

let markStarted: () => void;
const started = new Promise<void>((resolve) => {
  markStarted = resolve;
});

/** Starts i18n and loads the core namespaces of `language`. `apply` shows the language, and by default stores it. */
export async function startI18n(language: Language, apply = applyLanguage): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: false,
      load: 'currentOnly',
      ns: [...coreNamespaces],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
      // In development, components show changed texts without losing their state.
      react: { bindI18nStore: import.meta.hot ? 'added' : '' },
      saveMissing: import.meta.env.MODE === 'test',
      missingKeyHandler: (languages, namespace, key) => {
        throw new Error(`missing text ${namespace}:${key} in ${languages.join(', ')}`);
      },
    });
  apply(language);
  markStarted();
}

/** Changes the language of the page after every loaded namespace is loaded in it; `apply` as for startI18n. */
export async function changeLanguage(language: Language, apply = applyLanguage): Promise<void> {
  await i18next.changeLanguage(language);
  apply(language);
}

/** Loads a namespace before the component that uses it is rendered; waits until i18n has started. */
export async function loadNamespace(namespace: string): Promise<void> {
  await started;
  if (hasNamespace(namespace)) await i18next.loadNamespaces(namespace);
}

import.meta.hot?.on(textsChanged, ({ language, namespace, texts }: ChangedTexts) => {
  if (!i18next.hasResourceBundle(language, namespace)) return;
  i18next.removeResourceBundle(language, namespace);
  i18next.addResourceBundle(language, namespace, texts);
});

export { i18next };
