import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { applyLanguage, defaultLanguage, type Language } from './language';

type Texts = Record<string, unknown>;

/** Every namespace file of every language, loaded when first needed: no list to be kept. */
const files = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' });

const fileOf = (language: string, namespace: string) =>
  files[`../../locales/${language}/${namespace}.json`];

/** Whether a namespace of this name exists. */
export const hasNamespace = (namespace: string): boolean =>
  fileOf(defaultLanguage, namespace) !== undefined;

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = fileOf(language, namespace);
    if (!load) return done(new Error(`no texts: ${language}/${namespace}`), null);
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    );
  },
};

/** The namespaces that every page shows; the others come with their feature's route. */
const coreNamespaces = ['common', 'layout', 'errors'] as const;

let begin: () => void;
const started = new Promise<void>((resolve) => {
  begin = resolve;
});

/** Starts i18n and waits for the core texts of `language`. */
export async function startI18n(language: Language): Promise<void> {
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
      saveMissing: import.meta.env.MODE === 'test',
      missingKeyHandler: (languages, namespace, key) => {
        throw new Error(`missing text ${namespace}:${key} in ${languages.join(', ')}`);
      },
    });
  applyLanguage(language);
  begin();
}

/** Changes the language everywhere, once the texts of every loaded namespace are there. */
export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  applyLanguage(language);
}

/** Loads a namespace ahead of the component that shows it, as soon as i18n runs. */
export async function loadNamespace(namespace: string): Promise<void> {
  await started;
  if (hasNamespace(namespace)) await i18next.loadNamespaces(namespace);
}

export { i18next };
