import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { textsChanged, type ChangedTexts } from '../src/lib/i18n/hotTexts.ts';

/** The path of a namespace of a language. */
const textFile = /\/src\/locales\/([a-z]{2})\/([\w-]+)\.json$/;

/**
 * Sends the texts of a saved locale file to the open pages, which show them without a reload. If
 * the file is not valid JSON, it logs the error and changes nothing.
 */
export function hotTexts(): Plugin {
  return {
    name: 'croupier-hot-texts',
    apply: 'serve',
    hotUpdate({ file, modules, type }) {
      const [, language, namespace] = textFile.exec(file) ?? [];
      if (!language || !namespace || type !== 'update') return;
      if (this.environment.name !== 'client') return [];
      try {
        const texts = JSON.parse(readFileSync(file, 'utf8')) as ChangedTexts['texts'];
        this.environment.hot.send(textsChanged, { language, namespace, texts });
      } catch (error) {
        this.environment.logger.error(`could not read ${file}: ${String(error)}`);
        return [];
      }
      for (const module of modules) this.environment.moduleGraph.invalidateModule(module);
      return [];
    },
  };
}

/** The brands, which the server watches, and its maximum delay after a change in milliseconds. */
const configs = fileURLToPath(new URL('../../configs/', import.meta.url));
const applied = 1000;

/**
 * Reloads the open pages after a change of the brand or the inlined styles. Behind the server
 * (`make dev`), Vite does not print its own address, because it serves no calls.
 */
export function reloads(inlinedStyles: readonly string[]): Plugin {
  return {
    name: 'croupier-reloads',
    apply: 'serve',
    configureServer(server) {
      if (process.env.VITE_HMR_CLIENT_PORT) server.printUrls = () => undefined;
      server.watcher.add(configs);
      let timer: NodeJS.Timeout | undefined;
      server.watcher.on('all', (_, file) => {
        const styles = inlinedStyles.some((style) => file.endsWith(`/src/styles/${style}.css`));
        if (!styles && !file.startsWith(configs)) return;
        clearTimeout(timer);
        timer = setTimeout(() => server.ws.send({ type: 'full-reload' }), styles ? 0 : applied);
      });
    },
  };
}
