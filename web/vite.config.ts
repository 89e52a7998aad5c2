import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
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

/** Namespaces that every page needs: each language has one chunk for them and the loaders of the others. */
const coreNamespaces = /\/src\/locales\/([a-z]{2})\/((common|layout|errors|lobby)\.json|index\.ts)/;

/** The libraries that every page needs, in a chunk that changes rarely, with Vite's helper of dynamic imports. */
const landingLibraries =
  /node_modules\/(react|react-dom|scheduler|react-router|swr|use-sync-external-store|dequal|i18next|react-i18next)\/|vite\/preload-helper|rolldown\/runtime/;

/**
 * The path of a file in dist. The panel that controls the mock platform is in dist/dev, which production binaries leave
 * out. Its files are revalidated, so that their names need no hash.
 */
const pathOf = (name: string, ending: string) =>
  name.includes('devpanel') ? `dev/[name]${ending}` : `assets/[name]-[hash]${ending}`;

/** Writes dist/routes.json, from which the server knows the existing paths (calls.md §4, "anything else"). */
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
 * Writes dist/sw.js. The service worker stores the landing page's scripts and styles and the offline page when it is
 * installed, and other files of the build and public pictures as they are loaded. It answers no call and no page: a
 * page comes from the network, or is the offline page. A new worker waits until the player accepts it (app/updates).
 */
function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'generateSW',
    filename: 'sw.js',
    // The server makes a manifest for each brand, and app/updates registers the worker.
    manifest: false,
    injectRegister: false,
    workbox: {
      inlineWorkboxRuntime: true,
      sourcemap: false,
      // Pages of the first visit learn of updates like all others.
      clientsClaim: true,
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
          // Frames of games are navigations too, and stay as they are.
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
                // Public are the pictures whose server says so.
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
 * Replaces the scripts, styles and templates of the build by Brotli files of the highest quality, which the server sends as they
 * are. The server decompresses them for the few clients without Brotli, so that the binary holds each file once.
 */
function brotli(): Plugin {
  let dist = '';
  return {
    name: 'croupier-brotli',
    apply: 'build',
    configResolved: ({ root, build }) => {
      dist = join(root, build.outDir);
    },
    // After the service worker, whose list has the hashes of the files.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const assets = join(dist, 'assets');
        if (!existsSync(assets)) return; // the build has failed, and says why
        const packed = readdirSync(assets).filter((name) => /\.(js|css|svg)$/.test(name));
        for (const name of ['../shell.json', ...packed]) {
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

/** Fails the build when it contains modules for development: the gallery (/__ui) or the check of answers. */
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
        if (found) this.error(`for development only: ${file.fileName} contains ${found}`);
      }
    },
  };
}

/** The styles inlined for the first paint: tokens, base rules and the shell. */
const inlinedStyles = ['tokens', 'base', 'shell'];

/**
 * Inlines the styles of every page under the nonce that the server fills in. The server inlines those of the landing
 * page (dist/preload.json, `landing`), so that the first paint needs only the page itself.
 */
function firstPaint(): Plugin {
  return {
    name: 'croupier-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const css = inlinedStyles
          .map((name) => readFileSync(new URL(`./src/styles/${name}.css`, import.meta.url), 'utf8'))
          .join('')
          .replace(/\/\*.*?\*\/|\s*\n\s*/gs, '');
        return html
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
            // What several pages share besides: few files, as each costs a round trip on HTTP/1.1.
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
                featureOf(id) === 'staff' ||
                /\/app\/console\/|\/openapi-fetch\/|\/lib\/paths\/staff\./.test(id),
            },
            {
              // The chunks of texts have the names of the features themselves.
              name: (id: string) => {
                const feature = featureOf(id);
                if (feature === undefined) return null;
                // The lists of payment methods are shown without the forms.
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
    // The suite may share a small machine with the other tests of the repository. These timeouts end tests that
    // hang; they do not measure speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // Loading the modules anew for each file takes longer than most tests. The setup file resets what tests share.
    isolate: false,
    include: ['{src,scripts}/**/*.test.{ts,tsx}'],
    // Type-checks and lints a copy of the site, which takes a third of the time of all units: `make test-all` runs it.
    exclude: process.env.CROUPIER_TESTS === 'all' ? [] : ['scripts/new-page.test.ts'],
  },
});
