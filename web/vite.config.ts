import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { minifySync, transformWithOxc, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { answerCheck } from './scripts/answer-check.ts';
import { fontSubsets } from './scripts/fonts.ts';
import { hotTexts, reloads } from './scripts/hot-texts.ts';
import {
  featureOf,
  isFormModule,
  isLandingModule,
  isSharedModule,
  landing,
  landingFiles,
  lateFileOf,
} from './scripts/landing.ts';
import { shell } from './scripts/shell.ts';
import { writeLocaleTypes } from './scripts/locale-types.mjs';
import { routePatterns } from './src/lib/paths/patterns.ts';

/** Namespaces of every page. Each language has one chunk for them and the other loaders. */
const coreNamespaces = /\/src\/locales\/([a-z]{2})\/((common|layout|errors|lobby)\.json|index\.ts)/;

/** The libraries of every page, with Vite's dynamic import helper. Their chunk rarely changes. */
const landingLibraries =
  /node_modules\/(react|react-dom|scheduler|react-router|swr|use-sync-external-store|dequal|i18next|react-i18next)\/|vite\/preload-helper|rolldown\/runtime/;

/** Whether a module is a page of the brand studio, which the console loads when it is opened. */
const isStudioModule = (id: string) => id.includes('/src/features/staff/studio/');

/**
 * Returns the path of a file in dist. The mock's control panel is in dist/dev, which production
 * binaries omit. Its files are revalidated, so their names need no hash.
 */
const pathOf = (name: string, ending: string) =>
  name.includes('devpanel') ? `dev/[name]${ending}` : `assets/[name]-[hash]${ending}`;

/** Writes dist/routes.json, from which the server knows the existing paths. */
function routes(): Plugin {
  return {
    name: 'croupier-routes',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify({ patterns: routePatterns() }, null, 2);
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}

/**
 * Writes dist/sw.js. The service worker stores the scripts and styles of the landing page, the
 * offline page, and later other loaded files and public pictures. It never responds to calls. Pages
 * come from the network, or are the offline page. A new worker waits for the player (app/updates).
 * A cached application shell would first show old games and menus.
 */
function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'generateSW',
    filename: 'sw.js',
    // The server creates a manifest for each brand, and app/updates registers the worker.
    manifest: false,
    injectRegister: false,
    workbox: {
      inlineWorkboxRuntime: true,
      sourcemap: false,
      // A claim would remove the pages of the first visit from the back/forward cache.
      clientsClaim: false,
      cleanupOutdatedCaches: true,
      // Names below /assets/ contain a hash of the content.
      dontCacheBustURLsMatching: /^assets\//,
      globPatterns: ['assets/*.{js,css}'],
      manifestTransforms: [
        (entries) => ({ manifest: entries.filter(({ url }) => landingFiles.has(url)) }),
      ],
      // The server replaces the revision by the hash of the brand's page.
      additionalManifestEntries: [{ url: '/offline', revision: 'croupier-offline-revision' }],
      navigateFallback: null,
      runtimeCaching: [
        {
          // Frames of games are navigations too, and the worker must not change them.
          urlPattern: ({ request }) =>
            request.mode === 'navigate' && request.destination === 'document',
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/offline' } },
        },
        {
          urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst',
          options: {
            cacheName: 'assets',
            cacheableResponse: { statuses: [200] },
            expiration: { maxEntries: 300, purgeOnQuotaError: true },
          },
        },
        {
          urlPattern: ({ request, sameOrigin }) => sameOrigin && request.destination === 'image',
          handler: 'StaleWhileRevalidate',
          options: {
            cacheName: 'pictures',
            expiration: { maxEntries: 200, maxAgeSeconds: 7 * 86_400, purgeOnQuotaError: true },
            plugins: [
              {
                // A picture is public if its server marks it so.
                cacheWillUpdate: ({ response }) =>
                  Promise.resolve(
                    response.ok && /\bpublic\b/.test(response.headers.get('Cache-Control') ?? '')
                      ? response
                      : null,
                  ),
              },
            ],
          },
        },
      ],
    },
  });
}

/**
 * Replaces the scripts, styles and templates of the build with Brotli files of the highest quality,
 * which the server sends unchanged. It decompresses them for the few clients without Brotli.
 */
function brotli(): Plugin {
  let dist = '';
  return {
    name: 'croupier-brotli',
    apply: 'build',
    configResolved: ({ root, build }) => {
      dist = join(root, build.outDir);
    },
    // After the service worker, which lists the hashes of the files.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const assets = join(dist, 'assets');
        if (!existsSync(assets)) return; // the failed build reports its own error
        const packed = readdirSync(assets).filter((name) => /\.(js|css|svg)$/.test(name));
        for (const name of ['../shell.json', '../texts.json', ...packed]) {
          const file = join(assets, name);
          const source = readFileSync(file);
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          };
          writeFileSync(`${file}.br`, brotliCompressSync(source, { params }));
          rmSync(file);
        }
      },
    },
  };
}

/** Fails the build if it contains development modules: the gallery or the response check. */
function withoutDevelopment(): Plugin {
  return {
    name: 'croupier-without-development',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const modules = file.type === 'chunk' ? file.moduleIds : [];
        const found = modules.find((id) =>
          /\/components\/gallery\/|\.states\.tsx$|\/answerCheck\/|\/ajv\//.test(id),
        );
        if (found) this.error(`${file.fileName} contains the development module ${found}`);
      }
    },
  };
}

/** The styles inlined for the first paint: tokens, base rules and the shell. */
const inlinedStyles = ['tokens', 'base', 'shell'];

/** Returns the script of src/app/start.ts, which also runs in browsers that are too old for the site. */
async function startScript(): Promise<string> {
  const file = new URL('./src/app/start.ts', import.meta.url).pathname;
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { target: 'es2017' });
  return minifySync(file, `{${code}}`, { compress: { target: 'es2017' } }).code;
}

/** The styles of heights in attributes. The policy of the page refuses inline styles. */
const shellHeights = [130, 170, 260, 340, 360].map(
  (px) => `[data-height='${px}']{min-height:${px}px}`,
);

/**
 * Inlines the first script and the styles of every page under the nonce that the server fills in.
 * The server inlines the landing page's styles and lists the scripts (dist/preload.json), so the
 * first paint needs only the page itself.
 */
function firstPaint(): Plugin {
  let isBuild = false;
  return {
    name: 'croupier-first-paint',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const script = `<script nonce="croupier-nonce">${await startScript()}</script>`;
        const css = inlinedStyles
          .map((name) => readFileSync(new URL(`./src/styles/${name}.css`, import.meta.url), 'utf8'))
          .join('')
          .replace(/\/\*.*?\*\/|\s*\n\s*/gs, '')
          .concat(...shellHeights);
        const modules = /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;
        return html
          .replace(isBuild ? modules : '', '')
          .replace('<!--start-->', () => script)
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
          .replace('<!--croupier:style-->', `<style nonce="croupier-nonce">${css}</style>`);
      },
    },
  };
}

/** Updates the types of the translation keys when src/locales/tr changes during development. */
function localeTypes(): Plugin {
  return {
    name: 'croupier-locale-types',
    buildStart: writeLocaleTypes,
    configureServer(server) {
      server.watcher.on('all', (_, file) => {
        if (file.includes('/locales/tr/')) writeLocaleTypes();
      });
    },
  };
}

const { version } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
) as { version: string };
const hmrPort = process.env.VITE_HMR_CLIENT_PORT;

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    localeTypes(),
    hotTexts(),
    reloads(inlinedStyles),
    answerCheck(),
    fontSubsets(),
    firstPaint(),
    landing(),
    shell(),
    routes(),
    withoutDevelopment(),
    serviceWorker(),
    brotli(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: { __APP_VERSION__: JSON.stringify(version) },
  server: {
    host: '127.0.0.1',
    // `make dev` proxies requests with the host of any brand.
    allowedHosts: true,
    hmr: hmrPort ? { clientPort: Number(hmrPort) } : true,
  },
  build: {
    target: 'es2022',
    // The Content-Security-Policy of the page forbids data: URLs for modules and fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => pathOf(name, '.js'),
        assetFileNames: ({ names }) => pathOf(names[0] ?? '', '[extname]'),
        codeSplitting: {
          groups: [
            {
              name: (id: string) => {
                const match = coreNamespaces.exec(id);
                return match ? `locale-${match[1]}` : null;
              },
            },
            { name: 'react', priority: 3, test: landingLibraries },
            { name: 'landing', priority: 2, test: isLandingModule },
            { name: 'art', priority: 2, test: /\/components\/games\/art\// },
            // Other shared modules, in few files because each costs a round trip on HTTP/1.1.
            { name: 'shared', priority: 1, test: isSharedModule },
            {
              name: 'forms',
              priority: 1,
              test: (id: string) =>
                lateFileOf(id) === undefined &&
                /\/@mantine\/|\/src\/components\/|\/valibot\//.test(id),
            },
            { name: (id: string) => lateFileOf(id) ?? null },
            {
              name: 'staff',
              test: (id: string) =>
                (featureOf(id) === 'staff' && !isStudioModule(id)) ||
                /\/app\/console\/|\/openapi-fetch\/|\/lib\/paths\/staff\./.test(id),
            },
            {
              // The text chunks already have the names of the features.
              name: (id: string) => {
                const feature = featureOf(id);
                if (feature === undefined || isStudioModule(id)) return null;
                // The lists of payment methods appear without the forms.
                return `pages-${feature}${feature === 'cashier' && isFormModule(id) ? '-forms' : ''}`;
              },
            },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://site.test/' } },
    setupFiles: ['./src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubGlobals: true,
    // The suite may share a small machine with other tests of the repository. These timeouts end
    // tests that hang. They do not measure speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // Loading the modules for each file is slow. The setup file resets shared state.
    isolate: false,
    include: ['{src,scripts}/**/*.test.{ts,tsx}'],
    // Slow, because it type-checks and lints a copy of the site. `make test-all` runs it.
    exclude: process.env.CROUPIER_TESTS === 'all' ? [] : ['scripts/new-page.test.ts'],
  },
});
