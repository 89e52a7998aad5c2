import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { textInElement } from './scripts/eslint-rules.js';

/** The React compiler's rules are slow, so only `npm run lint:compiler` applies them. */
const hooks = process.env.LINT_COMPILER
  ? reactHooks.configs.flat.recommended
  : {
      plugins: { 'react-hooks': reactHooks },
      rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'warn' },
    };

/** The layers of the site (docs/architecture.md). The first matching pattern decides the layer of a file. */
const layers = [
  { type: 'app', pattern: 'src/app' },
  { type: 'feature', pattern: 'src/features/*', capture: ['feature'] },
  { type: 'ui', pattern: 'src/components/ui' },
  { type: 'component', pattern: 'src/components/*' },
  { type: 'client', pattern: 'src/lib/(gateway|swr)' },
  { type: 'lib', pattern: 'src/lib' },
  { type: 'hooks', pattern: 'src/contracts/hooks' },
  { type: 'contracts', pattern: 'src/contracts' },
  { type: 'testing', pattern: 'src/testing' },
];

const layer = (type) => ({ element: { type } });
const policy = (from, to) => ({ from: layer(from), allow: { to: layer(to) } });
const ownFeature = {
  element: { type: 'feature', captured: { feature: '{{from.element.captured.feature}}' } },
};
const shared = ['ui', 'component', 'client', 'lib', 'hooks', 'contracts', 'testing'];

const uiGateway = {
  group: ['@/lib/gateway', '@/lib/gateway/*', '**/lib/gateway', '**/lib/gateway/*'],
  message:
    'components/ui must not make calls. Take the data as a prop and make the call in a feature or in lib.',
};
const swr = {
  regex: '^swr(/|$)',
  message:
    'Import swr only in features/*/api and lib. Use the hook of the call in @/contracts/hooks, or useAction of @/lib/swr/useAction.',
};
const swrInternals = {
  group: ['@/lib/swr', '@/lib/swr/*'],
  importNames: ['useCall', 'useCallPages', 'useWrite', 'useMoney'],
  message: 'Use the generated hook of the call in @/contracts/hooks.',
};

const mantine = {
  group: ['@mantine/core'],
  allowImportNames: ['Checkbox', 'PasswordInput', 'Select', 'Switch', 'Textarea', 'TextInput'],
  message:
    'components/forms/MantineRoot loads the styles of a few components only. Add yours there first.',
};

const react = {
  regex: '^(react(-.*)?|@mantine/.*|@tabler/.*)$',
  allowTypeImports: true,
  message: 'model/ must not use React. Put hooks into hooks/ or api/, and markup into components/.',
};
const onlyComponents = {
  selector: 'Program',
  message:
    'components/ contains components only. Put rules without React into model/, hooks into hooks/, and hooks that request or send data into api/.',
};

const rule = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));
const reExports = rule(
  'Import a name from the file that declares it. An index adds modules to chunks that do not need them.',
  'ExportNamedDeclaration[source]',
  'ExportAllDeclaration',
);
const namelessIt = rule(
  'Use a descriptive name, such as game, row or payment.',
  ':function > Identifier.params[name="it"]',
  'VariableDeclarator > Identifier.id[name="it"]',
  'ObjectPattern > Property > Identifier.value[name="it"]',
  'ArrayPattern > Identifier[name="it"]',
);
/** Forbidden markup (docs/reference.md). */
const markup = [
  ...rule(
    'Put texts into src/locales, in all five languages, and use t() of useTranslation.',
    'JSXText[value=/\\p{L}/u]',
    'JSXAttribute[name.name=/^(aria-label|placeholder|title|alt|label|description)$/] > Literal[value=/\\p{L}/u]',
  ),
  ...rule(
    'Declare paths in @/lib/paths. Use paths.NAME.to(), and Link for pages of the site.',
    'JSXAttribute[name.name=/^(to|allTo|href)$/] > Literal[value=/^\\u002F/]',
    'JSXOpeningElement[name.name="a"] Identifier[name=/^(p|staffP)aths$/]',
    'CallExpression[callee.name=/^(navigate|goTo)$/] > Literal[value=/^\\u002F/]',
  ),
  ...rule(
    'Render HTML with <Html> of @/components/html, which sanitises it.',
    'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
    'AssignmentExpression > [property.name=/^(inner|outer)HTML$/].left',
  ),
  ...rule(
    'Use the brand variables for colours, and logical properties instead of left and right.',
    'JSXAttribute[name.name=/^(style|color)$/] Literal[value=/#[\\da-f]{3,8}\\b|\\b(rgb|hsl)a?\\(/i]',
    'JSXAttribute[name.name="style"] Property[key.name=/color$|^background$/i] > Literal[value=/^\\w/]',
    'JSXAttribute[name.name="style"] Property[key.name=/^(margin|padding|border|)(Left|Right|left|right)$/]',
  ),
  ...rule(
    'Give a button with aria-pressed one name. A name that changes with the state says the opposite.',
    'JSXOpeningElement:has(> JSXAttribute[name.name="aria-pressed"]) > [name.name=/^(aria-)?label$/] ConditionalExpression',
    'JSXElement:has(> JSXOpeningElement:has(> JSXAttribute[name.name="aria-pressed"])) ConditionalExpression > CallExpression',
  ),
];

/** Browsers of 2022 (iOS 16) are supported. The build covers their syntax but not their library. */
const newerThanBrowsers = [
  { object: 'URL', property: 'canParse' },
  { object: 'URL', property: 'parse' },
  { object: 'Promise', property: 'withResolvers' },
  { object: 'Object', property: 'groupBy' },
  { object: 'Map', property: 'groupBy' },
  { object: 'Array', property: 'fromAsync' },
  { object: 'AbortSignal', property: 'any' },
  { property: 'toSorted' },
  { property: 'toReversed' },
  { property: 'toSpliced' },
].map((item) => ({ ...item, message: 'Browsers of 2022 (iOS 16 and older) do not support it.' }));

export default tseslint.config(
  {
    ignores: [
      'dist',
      // The hooks are linted, as the only files of contracts that import another layer.
      'src/contracts/*.ts',
      '!src/contracts/*.test.ts',
      'playwright-report',
      'test-results',
      '**/*.generated.ts',
      'e2e/client', // type-checked after its generation, see e2e/generatedClient.spec.ts
    ],
  },
  js.configs.recommended,
  tseslint.configs.recommended,
  tseslint.configs.stylistic,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...namelessIt],
    },
  },
  // Prints a table.
  { files: ['bench/**'], rules: { 'no-console': 'off' } },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: { 'no-restricted-properties': ['error', ...newerThanBrowsers] },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { boundaries },
    extends: [jsxA11y.flatConfigs.recommended, hooks],
    settings: {
      'boundaries/elements': layers,
      'boundaries/files': [{ category: 'test', pattern: 'src/**/*.test.{ts,tsx}' }],
      'import/resolver': { typescript: { project: './tsconfig.json' } },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          message:
            '{{from.element.types}} may not import {{to.element.types}}: app → features → components | lib | contracts. Move what two parts need down a layer (web/docs/architecture.md).',
          policies: [
            policy('app', ['app', 'feature', ...shared]),
            policy('feature', shared),
            { from: layer('feature'), allow: { to: ownFeature } },
            policy('ui', shared),
            policy('component', shared),
            policy('lib', ['client', 'lib', 'hooks', 'contracts', 'testing']),
            // The hooks import the client, so the client must not import the hooks.
            policy('client', ['client', 'lib', 'contracts', 'testing']),
            policy('hooks', ['client', 'contracts']),
            policy('contracts', ['contracts']),
            // Tests of the contract use the whole client.
            {
              from: { file: { categories: 'test' } },
              allow: {
                to: { element: { type: ['client', 'lib', 'hooks', 'contracts', 'testing'] } },
              },
            },
            policy('testing', shared),
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...reExports, ...namelessIt] },
  },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/**/*.test.tsx', 'src/testing/**'],
    plugins: { croupier: { rules: { 'text-in-element': textInElement } } },
    rules: {
      'no-restricted-syntax': ['error', ...reExports, ...namelessIt, ...markup],
      'croupier/text-in-element': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/lib/**', 'src/testing/**', 'src/contracts/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [swr, swrInternals, mantine] }],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Use @/contracts/hooks.' }],
    },
  },
  {
    files: ['src/features/*/components/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', onlyComponents] },
  },
  {
    files: ['src/{features,components}/*/model/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [react] }] },
  },
  {
    files: ['src/components/forms/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [swr, swrInternals] }] },
  },
  {
    files: ['src/features/*/api/**', 'src/app/App.tsx'],
    rules: { 'no-restricted-imports': ['error', { patterns: [swrInternals] }] },
  },
  {
    files: ['src/contracts/hooks/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [swr] }] },
  },
  {
    files: ['src/components/ui/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [swr, swrInternals, uiGateway, mantine] }],
    },
  },
  prettier,
);
