import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { writeLocaleTypes } from './scripts/locale-types.mjs';
import { routePatterns } from './src/lib/paths/index.ts';

/** Namespaces that every page shows: one chunk a language instead of one each. */
const coreNamespaces = /\/src\/locales\/([a-z]{2})\/(common|layout|errors|lobby)\.json/;

/** Writes dist/routes.json, from which the server knows which paths exist (calls.md §4, "anything else"). */
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

/** What the scripts of the lobby may weigh, gzipped: bytes. Brotli, which the server sends, takes an eighth less. */
const landingBudget = 156 * 1024;

/**
 * Writes dist/preload.json, so that the server can announce in the page what its entry script would
 * only ask for later: by language the chunk of its texts, by font family and subset its file, and what
 * the lobby's page is made of beyond the entry. Fails the build when that page has grown too heavy.
 */
function preload(): Plugin {
  return {
    name: 'croupier-preload',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const locales: Record<string, string> = {};
      const fonts: Record<string, string> = {};
      const reach = (fileName: string, into: Set<string>): Set<string> => {
        const file = bundle[fileName];
        if (file?.type !== 'chunk' || into.has(fileName)) return into;
        into.add(fileName);
        file.imports.forEach((name) => reach(name, into));
        return into;
      };
      const entry = new Set<string>();
      const home = new Set<string>();
      for (const file of Object.values(bundle)) {
        const url = `/${file.fileName}`;
        if (file.type === 'chunk') {
          if (file.name.startsWith('locale-')) locales[file.name.slice('locale-'.length)] = url;
          if (file.isEntry) reach(file.fileName, entry);
          if (file.facadeModuleId?.endsWith('/HomeRoute.tsx')) reach(file.fileName, home);
        } else {
          const source = file.names[0] ?? '';
          if (source.endsWith('.woff2')) fonts[source.replace('.woff2', '')] = url;
        }
      }
      const landing = [...new Set([...entry, ...home])].map((name) => bundle[name]);
      let weight = 0;
      for (const file of landing) {
        if (file?.type !== 'chunk') continue;
        weight += gzipSync(file.code).length;
        if (file.moduleIds.some((id) => id.includes('/@mantine/'))) {
          this.error(`Mantine is part of the landing page by ${file.fileName}`);
        }
      }
      if (weight > landingBudget) {
        this.error(`the landing page's scripts weigh ${weight} bytes, more than ${landingBudget}`);
      }
      const late = [...home].filter((name) => !entry.has(name)).map((name) => `/${name}`);
      const source = JSON.stringify({ locales, fonts, home: late }, null, 2);
      this.emitFile({ type: 'asset', fileName: 'preload.json', source });
    },
  };
}

/** What the page looks like before its stylesheet has come: tokens, basics and the shell. */
const firstStyles = ['tokens', 'base', 'shell'];

/**
 * Inlines the shell's styles under the nonce that the server fills in, and lets the stylesheet come after the
 * shell: the first paint waits for nothing but the page itself. The site's scripts still wait for the stylesheet.
 */
function firstPaint(): Plugin {
  return {
    name: 'croupier-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const css = firstStyles
          .map((name) => readFileSync(new URL(`./src/styles/${name}.css`, import.meta.url), 'utf8'))
          .join('')
          .replace(/\/\*.*?\*\/|\s*\n\s*/gs, '');
        const links: string[] = [];
        return html
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => (links.push(link), ''))
          .replace('<!--croupier:style-->', `<style nonce="croupier-nonce">${css}</style>`)
          .replace('</body>', `${links.join('')}\n  </body>`);
      },
    },
  };
}

/** Keeps the types of the translation keys in step with src/locales/tr while one works. */
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
  plugins: [react(), localeTypes(), firstPaint(), routes(), preload()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: { __APP_VERSION__: JSON.stringify(version) },
  server: {
    host: '127.0.0.1',
    // Behind the server of `make dev` any host of a brand arrives here.
    allowedHosts: true,
    hmr: hmrPort ? { clientPort: Number(hmrPort) } : true,
  },
  build: {
    target: 'es2022',
    manifest: true,
    // A page under a strict content policy takes no data: URL for a module or a font.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: (id: string) => {
                const hit = coreNamespaces.exec(id);
                return hit ? `locale-${hit[1]}` : null;
              },
            },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://site.test/' } },
    setupFiles: ['./src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // The suite shares a small machine with the other tests of the repository. What takes long there is
    // slow, not wrong: these end what hangs, and are no measure of anything.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
  },
});
