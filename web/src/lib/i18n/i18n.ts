import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { systemClock } from '../clock';
import { type ChangedTexts, textsChanged } from './hotTexts';
import { applyLanguage, textsOf, type Language } from './language';

const firstPauseMs = 400;
const longestPauseMs = 10_000;

/**
 * Runs a task until it succeeds, at most `tries` times. Pauses grow, and end when the browser comes
 * online. Rejects with the last failure.
 */
export async function withRetries<T>(
  task: () => Promise<T>,
  tries: number,
  clock = systemClock,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt >= tries) throw error;
      await pause(Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs), clock);
    }
  }
}

/** Resolves after a time, or when the browser is online again. */
const pause = (ms: number, clock: typeof systemClock): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      cancel();
      window.removeEventListener('online', done);
      resolve();
    };
    const cancel = clock.timeout(ms, done);
    window.addEventListener('online', done);
  });

type Texts = Record<string, unknown>;

type Loaders = Record<string, () => Promise<Texts>>;

/** The loaders of every language, in one file each. So the entry chunk does not list all texts. */
const languages = import.meta.glob<Loaders>('../../locales/*/index.ts', { import: 'default' });

/** The attempts to load texts before a page gives up. */
const attempts = 3;

/** Reads the built-in texts of a namespace. */
async function readBuiltIn(language: string, namespace: string): Promise<Texts | undefined> {
  const loaders = await languages[`../../locales/${language}/index.ts`]?.();
  return loaders?.[`./${namespace}.json`]?.();
}

type OwnTexts = Record<string, string>;

/** The requests for the brand's own texts by address, except failed ones. */
const requests = new Map<string, Promise<OwnTexts>>();

async function fetchTexts(url: string): Promise<OwnTexts> {
  const response = await fetch(url);
  // The brand has removed the texts since this page was loaded.
  if (response.status === 404) return {};
  if (!response.ok) throw new Error(`could not load ${url}: status ${response.status}`);
  return (await response.json()) as OwnTexts;
}

/** Reads the brand's own texts of a namespace by key with dots. */
function readOwn(language: string, namespace: string): Promise<OwnTexts> | undefined {
  const own = textsOf(language);
  if (!own?.namespaces.includes(namespace)) return undefined;
  const url = `/v1/texts/${language}/${namespace}.json?v=${own.version}`;
  const request = requests.get(url) ?? fetchTexts(url);
  requests.set(url, request);
  request.catch(() => requests.delete(url));
  return request;
}

/** Adds the plural forms of another language, with the text of the form for other numbers. */
function addForms(texts: Texts, forms: readonly string[]): void {
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'object') addForms(text as Texts, forms);
    else if (key.endsWith('_other'))
      for (const form of forms) texts[key.replace(/other$/, form)] ??= text;
  }
}

/** Reads a namespace: the brand's texts, and the site's texts, or those of the fallback language. */
async function readTexts(language: string, namespace: string): Promise<Texts | undefined> {
  const fallback = textsOf(language)?.fallback;
  const [base, own] = await Promise.all([
    fallback === undefined ? readBuiltIn(language, namespace) : readTexts(fallback, namespace),
    readOwn(language, namespace),
  ]);
  if (!base || textsOf(language) === undefined) return base;
  const texts = structuredClone(base);
  if (fallback !== undefined)
    addForms(texts, new Intl.PluralRules(language).resolvedOptions().pluralCategories);
  for (const [key, text] of Object.entries(own ?? {})) {
    const path = key.split('.');
    const name = path.pop() ?? '';
    path.reduce((node, part) => (node[part] ??= {}) as Texts, texts)[name] = text;
  }
  return texts;
}

/** Loads a namespace, with retries. Resolves with undefined if the namespace does not exist. */
const loadTexts = (
  language: string,
  namespace: string,
  tries = attempts,
): Promise<Texts | undefined> => withRetries(() => readTexts(language, namespace), tries);

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    // Never reports a failure, because i18next would then show keys.
    void loadTexts(language, namespace, Infinity).then((texts) => {
      if (texts) done(null, texts);
      else done(new Error(`the texts ${language}/${namespace} do not exist`), null);
    });
  },
};

/** The namespaces that every page needs. The router loads the others with their routes. */
const coreNamespaces = ['common', 'layout', 'errors'] as const;

let markStarted: () => void;
const started = new Promise<void>((resolve) => {
  markStarted = resolve;
});

/** Loads namespaces in a language, so i18next finds them loaded. Rejects if one fails. */
const loadAll = (language: string, namespaces: readonly string[]) =>
  Promise.all(namespaces.map((namespace) => loadTexts(language, namespace)));

let applyNext = applyLanguage;

/** Starts i18n with the core namespaces of `language`. `apply` shows and, by default, stores it. */
export async function startI18n(language: Language, apply = applyLanguage): Promise<void> {
  await loadAll(language, coreNamespaces);
  applyNext = apply;
  // Registered before any component, so requests of components carry the new language.
  i18next.on('languageChanged', (name) => applyNext(name as Language));
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
  markStarted();
}

/** The language that was chosen last. */
let chosen: Language | undefined;

/**
 * Changes the language of the page after it has loaded every namespace, unless a later choice
 * replaces it. `apply` is as for startI18n. Rejects without a change if the texts cannot be loaded.
 */
export async function changeLanguage(language: Language, apply = applyLanguage): Promise<void> {
  chosen = language;
  await loadAll(language, i18next.options.ns as readonly string[]);
  if (chosen !== language) return;
  applyNext = apply;
  await i18next.changeLanguage(language);
}

/** Loads a namespace after i18n has started. Rejects if the texts cannot be loaded. */
export async function loadNamespace(namespace: string): Promise<void> {
  await started;
  if (await loadTexts(i18next.language, namespace)) await i18next.loadNamespaces(namespace);
}

import.meta.hot?.on(textsChanged, ({ language, namespace, texts }: ChangedTexts) => {
  if (!i18next.hasResourceBundle(language, namespace)) return;
  i18next.removeResourceBundle(language, namespace);
  i18next.addResourceBundle(language, namespace, texts);
});

export { i18next };
