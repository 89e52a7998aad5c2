import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { heroSizes, tableSizes, tileSizes } from '@/components/ui/Image/Picture';
import { icons, CategoryIcon } from '@/features/games/components/FilterBar';
import { callOfFeature, callsOfPages, setBootstrap } from '@/lib/bootstrap/bootstrap';
import { loadNamespace, startI18n, changeLanguage } from '@/lib/i18n/i18n';
import { languages } from '@/lib/i18n/language';
import { formatsOf, packLanguages, pluralsOf, type LanguageFormats } from './formats';
import { Shell, shellPaths } from './Shell';
import { nameOf, numberSlot, optional, slot, templateOf, textSlot } from './slots';
import { brand, shown } from './standIns';

/** The data for the server to show a page before its scripts run (bff/site/shell.go). */
export interface ShellFile {
  /** By language and kind. */
  templates: Record<string, Record<string, string>>;
  /** The call that each feature cannot work without. */
  features: Record<string, string>;
  /** The attribute `sizes` of the first pictures, by kind. */
  sizes: Record<string, string>;
  /** The start of the addresses of pages, and their calls. */
  pages: readonly (readonly string[])[];
  /** The icons of categories by name. The icon of other names is ''. */
  icons: Record<string, string>;
  /** By language. */
  formats: Record<string, LanguageFormats>;
}

/** Texts of elements that disappear if a value is empty. */
const textsOfValues: Record<string, string> = {
  'more.button': 'more',
  'footer.methods': 'hasMethods',
  'footer.partners': 'hasPartners',
  'footer.responsible': 'information',
  'contact.social': 'social',
  'tile.demoOf': 'isDemo',
  'method.quick': 'quick',
  'method.qr': 'qr',
};

/** Texts that appear if a value is empty. */
const alternatives: Record<string, string> = {
  'slots.title': 'title',
  'tables.title': 'title',
  'tournaments.everyProvider': 'providerName',
};

type Options = Record<string, unknown>;

/** The options of a translation that are no values of placeholders. */
const internalOptions = new Set(['ns', 'lng', 'lngs', 'keyPrefix', 'defaultValue']);

/**
 * Lets texts contain values: a count in each plural form, and the title of a filtered list. Marks
 * each text with its key and the values of its placeholders, so that the server can replace it
 * (bff/site/shelltexts.go).
 */
function translateValues(): void {
  const { translator } = i18next as unknown as {
    translator: {
      translate(key: string, options?: Options): string;
      extractFromKey(key: string, options: Options): { key: string; namespaces: string[] };
    };
  };
  const plain = translator.translate.bind(translator);
  const translate = (key: string, options: Options) => {
    const found = translator.extractFromKey(key, options);
    const name = `${found.namespaces[0]}:${found.key}`;
    const values = Object.entries(options)
      .filter(([option, value]) => !internalOptions.has(option) && value !== undefined)
      .map(([option, value]) => `⟦$${option}⟧${String(value)}⟦/$${option}⟧`);
    return `⟦@${name}⟧${values.join('')}${plain(key, options)}⟦/@${name}⟧`;
  };
  translator.translate = (key, options = {}) => {
    const name = String(key).split(':').at(-1) ?? '';
    const count = nameOf(options.count);
    if (count !== undefined && i18next.exists(`${key}_other`, options)) {
      const forms = pluralsOf(i18next.language).map((form) => {
        const text = translate(`${key}_${form}`, { ...options, count: slot(count) });
        return `⟦#${form}⟧${text}⟦/${form}⟧`;
      });
      return `⟦#${count}:plural⟧${forms.join('')}⟦/${count}:plural⟧`;
    }
    const counts: Record<string, string> = options.shown ? { shown: slot('shown') } : {};
    if (count !== undefined) counts.count = slot(count);
    const text = translate(key, { ...options, ...counts });
    if (name === 'method.minutes')
      return `${textSlot('minutes', text)}⟦^minutes⟧${translate('cashier:method.atOnce', {})}⟦/minutes⟧`;
    const value = textsOfValues[name];
    if (value !== undefined) return optional(value) + text;
    const instead = alternatives[name];
    if (instead === undefined) return text;
    return `⟦#${instead}⟧⟦${instead}⟧⟦/${instead}⟧⟦^${instead}⟧${text}⟦/${instead}⟧`;
  };
}

/** Renders the shells for the build (scripts/shell.ts). */
export async function renderShells(): Promise<ShellFile> {
  setBootstrap(brand);
  // The footer shows the year.
  Date.prototype.getFullYear = () => numberSlot('year');
  const file: ShellFile = {
    templates: {},
    features: callOfFeature,
    pages: callsOfPages,
    sizes: { home: heroSizes, slots: tileSizes, tables: tableSizes, play: '180px' },
    icons: Object.fromEntries(
      ['', ...Object.keys(icons)].map((name) => [
        name,
        renderToStaticMarkup(<CategoryIcon name={name} />),
      ]),
    ),
    formats: {},
  };
  await startI18n(languages[0], () => undefined);
  await Promise.all(['lobby', 'games', 'content', 'cashier', 'play'].map(loadNamespace));
  translateValues();
  const state = { ...shown };
  for (const language of packLanguages) file.formats[language] = formatsOf(language);
  for (const language of languages) {
    await changeLanguage(language, () => undefined);
    file.formats[language] = formatsOf(language);
    file.templates[language] = Object.fromEntries(
      (Object.keys(shellPaths) as (keyof typeof shellPaths)[]).map((kind) => [
        Object.assign(shown, state) && kind,
        templateOf(
          renderToStaticMarkup(
            <StaticRouter location={shellPaths[kind]}>
              <Shell kind={kind} />
            </StaticRouter>,
          ),
        )
          .replaceAll(file.icons[''] ?? '', slot('icon:icon'))
          .replaceAll(` lang="${language}"`, ` lang="${slot('lang')}"`),
      ]),
    );
  }
  return file;
}
