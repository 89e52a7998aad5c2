import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { paths } from '../src/lib/paths/paths.ts';
import { bundleReport } from './bundleReport.ts';

type Bundle = Rolldown.OutputBundle;

/** The modules of the landing page, which the entry and the lobby import statically. */
const landingModules = new Set<string>();

/** Returns whether a module belongs to the chunk of the landing page, which every page loads. */
export const isLandingModule = (id: string): boolean => landingModules.has(id);

/** Returns the icon modules that a landing module imports from the barrel of all icons. */
const iconsIn = (code: string): string[] =>
  [...code.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*["']@tabler\/icons-react["']/g)].flatMap(
    ([, names = '']) => names.match(/\bIcon\w+/g) ?? [],
  );

/** The feature of icons that only one feature uses, by module. */
const iconFeatures = new Map<string, string>();

/** Returns the feature of a module or an icon. */
export const featureOf = (id: string): string | undefined =>
  iconFeatures.get(id) ?? /\/src\/features\/(\w+)\//.exec(id)?.[1];

const isIcon = (id: string): boolean => id.includes('/@tabler/icons-react/');

/** The modules that several pages share: components and libraries of the site without Mantine. */
const sharedModules = new Set<string>();

/** Returns whether a module belongs to the chunk that pages share. */
export const isSharedModule = (id: string): boolean => sharedModules.has(id);

/**
 * Returns the file of modules that few pages or visitors need, such as the break dialog, the state
 * of a closed part and the sanitiser with its library. The event stream also has a file, because it
 * waits until the page is idle.
 */
export const lateFileOf = (id: string): string | undefined =>
  Object.entries({
    break: /\/src\/components\/limits\/(BreakDialog|Confirmation|RestrictionLine)/,
    html: /\/dompurify\/|\/src\/components\/html\/|\/(SiteNotes|PopupCard)\./,
    calls: /\/src\/contracts\/calls\./,
    closedPart: /\/src\/components\/closedPart\//,
    events: /\/src\/lib\/events\//,
    vitals: /\/src\/lib\/vitals\/|\/web-vitals\//,
  }).find(([, modules]) => modules.test(id))?.[0];

/** The modules that import Mantine, directly or through others. */
const formModules = new Set<string>();

/** Returns whether a module cannot be loaded without Mantine. */
export const isFormModule = (id: string): boolean => formModules.has(id);

/** The scripts and styles of the landing page, for the service worker. */
export const landingFiles = new Set<string>();

/** The maximum sizes of served files in bytes, after Brotli. */
const budgets = {
  /** The scripts of the landing page. */
  scripts: 126 * 1024,
  /** Its styles. */
  styles: 8 * 1024,
  /** The additional scripts, styles and texts of any other page, without forms. */
  page: 50 * 1024,
  /** The scripts and styles of forms, from Mantine. */
  forms: 68 * 1024,
};

const sizes = new Map<string | Uint8Array, number>();

/** Returns the compressed size in bytes. Cached, because every page has the shared chunks. */
function size(content: string | Uint8Array): number {
  const known = sizes.get(content);
  if (known !== undefined) return known;
  const bytes = brotliCompressSync(content).length;
  sizes.set(content, bytes);
  return bytes;
}

/** Returns a file of the bundle with all chunks that it imports statically. */
function closure(bundle: Bundle, fileName: string, into = new Set<string>()): Set<string> {
  const file = bundle[fileName];
  if (file?.type !== 'chunk' || into.has(fileName)) return into;
  into.add(fileName);
  file.imports.forEach((name) => closure(bundle, name, into));
  return into;
}

/** Returns the styles of chunks. */
const stylesOf = (bundle: Bundle, chunks: Iterable<string>): string[] => [
  ...new Set(
    [...chunks].flatMap((name) => {
      const file = bundle[name];
      return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
    }),
  ),
];

/** A page of src/app/routes.tsx with its pattern, modules and texts. */
interface Page {
  pattern: string;
  modules: string[];
  namespaces: string[];
}

/** Reads the pages of the route table, which has a fixed form. */
function readPages(source: string): Page[] {
  const options = new Map(
    [...source.matchAll(/^const (\w+) = (\{.*\});$/gm)].map(([, name = '', text]) => [name, text]),
  );
  const routes = new Map<string, Omit<Page, 'pattern'>>();
  const route =
    /const (\w+) = lazyRoute\(\s*'(\w+)',\s*\(\) => import\('@\/([^']+)'\),?\s*(\w*),?\s*\);/g;
  for (const [, name = '', feature = '', module = '', option = ''] of source.matchAll(route)) {
    const text = options.get(option) ?? '';
    const modules = [`/src/${module}.tsx`];
    if (text.includes('forms: true')) modules.push('/src/components/forms/MantineRoot.tsx');
    const further = /namespaces: \[([^\]]*)\]/.exec(text)?.[1] ?? '';
    const namespaces = [feature, ...[...further.matchAll(/'(\w+)'/g)].map(([, item = '']) => item)];
    routes.set(name, { modules, namespaces });
  }
  const entries = [...source.matchAll(/\{ path: paths\.(\w+)\.pattern, Page: (\w+),/g)];
  return entries.map(([, path = '', name = '']) => {
    const found = routes.get(name);
    const { pattern } = paths[path as keyof typeof paths] ?? {};
    if (!found || !pattern) throw new Error(`routes.tsx: could not find the lazyRoute of ${path}`);
    return { pattern, ...found };
  });
}

/**
 * Puts the landing page into one chunk next to the libraries. Writes dist/preload.json, from which
 * the server adds early requests to pages. It lists fonts, the chunk of common texts by language,
 * the landing page's styles and the files of each page. Fails the build if a page exceeds its
 * budget, or if the landing page contains Mantine. Writes the sizes of the landing page's scripts
 * to bundle.txt.
 */
export function landing(): Plugin {
  return {
    name: 'croupier-landing',
    apply: 'build',
    enforce: 'post',
    buildEnd() {
      const add = (id: string) => {
        if (landingModules.has(id) || isIcon(id)) return;
        landingModules.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(add);
      };
      for (const id of this.getModuleIds()) {
        if (/\/src\/(app\/main|features\/lobby\/routes\/HomeRoute)\.tsx$/.test(id)) add(id);
      }
      const addForm = (id: string) => {
        if (formModules.has(id)) return;
        formModules.add(id);
        this.getModuleInfo(id)?.importers.forEach(addForm);
      };
      for (const id of this.getModuleIds()) if (id.includes('/@mantine/')) addForm(id);
      const iconUsers = new Map<string, string[]>();
      for (const id of this.getModuleIds()) {
        for (const name of id.includes('/src/') ? iconsIn(this.getModuleInfo(id)?.code ?? '') : [])
          iconUsers.set(name, [...(iconUsers.get(name) ?? []), id]);
      }
      for (const id of this.getModuleIds()) {
        if (!isIcon(id)) continue;
        const name = /\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1];
        const users = (name !== undefined && iconUsers.get(name)) || [];
        // The shared base of all icons is not in the icon directory.
        if (name === undefined || users.some((user) => landingModules.has(user)))
          landingModules.add(id);
        else if (new Set(users.map(featureOf)).size > 1 || !users.every(featureOf))
          sharedModules.add(id);
        else iconFeatures.set(id, featureOf(users[0] ?? '') ?? '');
      }
      for (const id of this.getModuleIds()) {
        // Pages without forms do not need valibot, and no page needs the console's paths.
        if (
          /\/src\/(components(?!\/forms\/)|lib(?!\/paths\/staff)|contracts)\//.test(id) &&
          !lateFileOf(id) &&
          !formModules.has(id)
        )
          sharedModules.add(id);
      }
      const form = [...landingModules].find((id) => id.includes('/@mantine/'));
      if (form) this.error(`the landing page imports ${form}`);
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunkOf = (module: string) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))?.fileName;
      const entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? '';
      const home = chunkOf('/HomeRoute.tsx') ?? '';
      const landed = closure(bundle, home, closure(bundle, entry));
      const styles = stylesOf(bundle, landed);
      for (const name of [...landed, ...styles]) landingFiles.add(name);

      const sizeOf = (names: Iterable<string>) =>
        [...names].reduce((sum, name) => {
          const file = bundle[name];
          return sum + (file ? size(file.type === 'chunk' ? file.code : file.source) : 0);
        }, 0);
      const check = (what: string, bytes: number, budget: number) => {
        if (bytes > budget) this.error(`${what}: ${bytes} bytes exceed the budget of ${budget}`);
      };
      check('landing page: scripts', sizeOf(landed), budgets.scripts);
      check('landing page: styles', sizeOf(styles), budgets.styles);
      writeFileSync(
        'bundle.txt',
        bundleReport(
          chunks.filter(({ fileName }) => landed.has(fileName)),
          ({ code }) => size(code),
        ),
      );

      const forms = Object.keys(bundle).filter((name) => /\/forms-[^/]+\.(js|css)$/.test(name));
      check('forms', sizeOf(forms), budgets.forms);

      const locales: Record<string, string> = {};
      for (const { name, fileName } of chunks) {
        if (name.startsWith('locale-')) locales[name.slice('locale-'.length)] = `/${fileName}`;
      }
      const urls = (names: Iterable<string>) => [...names].map((name) => `/${name}`);
      const pages = readPages(readFileSync('src/app/routes.tsx', 'utf8')).map((page) => {
        const scripts = new Set<string>();
        for (const module of page.modules) closure(bundle, chunkOf(module) ?? '', scripts);
        const own = [...scripts].filter((name) => !landed.has(name));
        const ownStyles = stylesOf(bundle, own).filter((name) => !styles.includes(name));
        const texts = Object.fromEntries(
          Object.keys(locales).map((language) => [
            language,
            page.namespaces.flatMap(
              (namespace) => chunkOf(`/locales/${language}/${namespace}.json`) ?? [],
            ),
          ]),
        );
        const withoutForms = [...own, ...ownStyles, ...(texts.tr ?? [])].filter(
          (name) => !forms.includes(name),
        );
        check(`page ${page.pattern}`, sizeOf(withoutForms), budgets.page);
        return {
          pattern: page.pattern,
          namespaces: ['common', 'layout', 'errors', ...page.namespaces],
          scripts: urls(own),
          styles: urls(ownStyles),
          texts: Object.fromEntries(
            Object.entries(texts).map(([lang, names]) => [lang, urls(names)]),
          ),
        };
      });
      const fonts: Record<string, string> = {};
      for (const file of Object.values(bundle)) {
        const source = file.type === 'asset' ? (file.names[0] ?? '') : '';
        if (source.endsWith('.woff2')) fonts[source.replace('.woff2', '')] = `/${file.fileName}`;
      }
      // In the order of their imports, so that each script can run in a task.
      const lists = {
        scripts: urls([...landed].reverse()),
        landing: urls(styles),
      };
      const source = JSON.stringify({ locales, fonts, ...lists, pages }, null, 2);
      this.emitFile({ type: 'asset', fileName: 'preload.json', source });
    },
  };
}
