// npm run new:page NAME -- [--player] [--title LANG=TEXT]...: creates a page as a feature, with its
// route, texts in every language, menu entry and test. NAME is kebab-case, and the address is
// /NAME. It writes either all files or none.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { localeTypes } from './locale-types.mjs';

const root = join(import.meta.dirname, '..');
const locales = join(root, 'src/locales');
const brands = join(root, '../configs/brands');
const languages = readdirSync(locales);

/** Exits with status 2 for wrong usage. */
function refuse(problem) {
  process.stderr.write(
    `new:page: ${problem}\nusage: npm run new:page NAME -- [--player] [--title LANG=TEXT]...`,
  );
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { player: { type: 'boolean' }, title: { type: 'string', multiple: true } },
    });
  } catch (error) {
    return refuse(error.message);
  }
}

const { values, positionals } = readArguments();
const [name] = positionals;
if (positionals.length !== 1 || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  refuse('expected one NAME in kebab-case, such as bonus-shop');
}
/** bonus-shop: feature and namespace bonusShop, component BonusShop, default title "Bonus shop". */
const camel = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const pascal = camel[0].toUpperCase() + camel.slice(1);
const words = name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ');

const titles = Object.fromEntries(languages.map((language) => [language, words]));
const given = new Set();
for (const option of values.title ?? []) {
  const [language, ...text] = option.split('=');
  if (!languages.includes(language) || text.join('=').trim() === '') {
    refuse(`--title ${option}: expected LANG=TEXT with one of ${languages.join(', ')}`);
  }
  titles[language] = text.join('=').trim();
  given.add(language);
}

/** Returns a file's content with `added` before `anchor`, which must occur exactly once. */
function insert(file, anchor, added) {
  const content = pending.get(file) ?? readFileSync(join(root, file), 'utf8');
  if (content.split(anchor).length !== 2)
    refuse(`${file}: expected exactly one ${JSON.stringify(anchor)}`);
  pending.set(
    file,
    content.replace(anchor, () => added + anchor),
  );
}

/** The content of every file to write, by its path in web/. */
const pending = new Map();
const feature = `src/features/${camel}`;
const address = `/${name}`;

if (existsSync(join(root, feature))) refuse(`${feature} already exists`);
if (existsSync(join(locales, `tr/${camel}.json`))) refuse(`the namespace ${camel} already exists`);
if (readFileSync(join(root, 'src/lib/paths/paths.ts'), 'utf8').includes(`path('${address}')`)) {
  refuse(`${address} already exists`);
}

pending.set(
  `${feature}/routes/${pascal}Route.tsx`,
  `import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { usePageTitle } from '@/lib/page/usePageTitle';

/** \`${address}\`: ${titles.en}. */
export function ${pascal}Route() {
  const { t } = useTranslation('${camel}');
  usePageTitle(t('title'));
  return <PageTitle>{t('title')}</PageTitle>;
}
`,
);
pending.set(
  `${feature}/${camel}.test.tsx`,
  `import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '@/testing/render';
import { ${pascal}Route } from './routes/${pascal}Route';
import texts from '@/locales/tr/${camel}.json';

it('the page has its title', async () => {
  await renderPage(<${pascal}Route />, { namespaces: ['${camel}']${values.player ? ', player: true' : ''} });
  expect(await screen.findByRole('heading', { name: texts.title })).toBeInTheDocument();
});
`,
);
for (const language of languages) {
  pending.set(`src/locales/${language}/${camel}.json`, JSON.stringify({ title: titles[language] }));
}
insert(
  'src/lib/paths/paths.ts',
  "  maintenance: path('/maintenance'),",
  `  ${camel}: path('${address}'),\n\n`,
);
insert(
  'src/app/routes.tsx',
  '/** The pages of the site.',
  `const ${camel} = lazyRoute('${camel}', () => import('@/features/${camel}/routes/${pascal}Route'));\n\n`,
);
insert(
  'src/app/routes.tsx',
  '  { path: paths.maintenance.pattern,',
  `  { path: paths.${camel}.pattern, Page: ${camel}, frame: 'main'${values.player ? ', player: true' : ''} },\n\n`,
);
for (const brand of readdirSync(brands)) {
  const file = join('../configs/brands', brand, 'datas/header-menu.json');
  const menu = JSON.parse(readFileSync(join(root, file), 'utf8'));
  const spoken = Object.keys(menu[0]?.title ?? titles);
  const title = Object.fromEntries(spoken.map((language) => [language, titles[language]]));
  pending.set(file, `${JSON.stringify([...menu, { id: name, title, path: address }], null, 2)}\n`);
}

const style = await resolveConfig(join(root, 'package.json'));
for (const [file, content] of pending) {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  const own = file.startsWith('src/'); // the menus have the form of the operator's files
  writeFileSync(path, own ? await format(content, { ...style, filepath: path }) : content);
  process.stdout.write(`wrote ${file}\n`);
}
writeFileSync(join(root, 'src/lib/i18n/resources.generated.ts'), localeTypes());
const untranslated = languages.filter((language) => !given.has(language));
if (untranslated.length > 0) {
  process.stdout.write(
    `translate the title ${JSON.stringify(words)} for ${untranslated.join(', ')} in src/locales and the menus\n`,
  );
}
