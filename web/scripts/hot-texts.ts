import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { textsChanged, type ChangedTexts } from '../src/lib/i18n/hotTexts.ts';

/** The path of a namespace of a language. */
const textFile = /\/src\/locales\/([a-z]{2})\/([\w-]+)\.json$/;

/**
 * Sends the texts of a saved locale file to the open pages, which show them without a reload. A file that is not JSON
 * yet is reported and changes nothing.
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
        this.environment.logger.error(`${file}: ${String(error)}`);
        return [];
      }
      for (const module of modules) this.environment.moduleGraph.invalidateModule(module);
      return [];
    },
  };
}
